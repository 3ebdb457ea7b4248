package io.keelson.provider.plugin.install;

import static io.keelson.provider.plugin.install.Packages.BOX;
import static io.keelson.provider.plugin.install.Packages.LINUX;
import static io.keelson.provider.plugin.install.Packages.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.PackageCache.Lookup;
import io.keelson.provider.plugin.install.release.FileHashes;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.PackageHash;
import io.keelson.provider.plugin.install.release.Verified;
import io.keelson.provider.plugin.install.release.Verified.SignedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackageCacheTest {
  private static final Verified VERIFIED =
      new Verified(
          Optional.empty(),
          Optional.of(PackageHash.ofArchive(new byte[0])),
          Optional.of(new SignedBy("AB12", "12", "Somebody <s@example.com>", true)));

  @TempDir Path root;
  private final FileHashes hashes = new FileHashes(Clock.systemUTC());
  private PackageCache cache;

  @BeforeEach
  void open() throws InstallException {
    cache = PackageCache.open(root, hashes, Clock.systemUTC());
  }

  @Test
  void keptPackage_isFoundByAnotherProcess() throws Exception {
    var kept = keep("1.0.0", "one");

    var other = PackageCache.open(root, hashes, Clock.systemUTC());

    assertThat(other.find(BOX, version("1.0.0"), LINUX)).isEqualTo(new Lookup.Intact(kept));
    assertThat(kept.verified()).isEqualTo(VERIFIED);
    assertThat(other.versions(BOX, LINUX)).containsExactly(version("1.0.0"));
    assertThat(other.find(BOX, version("1.0.1"), LINUX)).isEqualTo(new Lookup.Absent());
  }

  @Test
  void onePackageUnderTwoNames_liesInOnePlace() throws Exception {
    assertThat(keep("1.0.0", "same").program()).isEqualTo(keep("1.0.1", "same").program());
  }

  @Test
  void manyAtOnce_leaveOneCompletePackage() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          threads.invokeAll(
              IntStream.range(0, 20)
                  .mapToObj(_ -> (Callable<InstalledProvider>) () -> keep("1.0.0", "same"))
                  .toList());
      for (var each : all) assertThat(cache.recheck(each.get())).isEmpty();
    }
    assertThat(cache.find(BOX, version("1.0.0"), LINUX)).isInstanceOf(Lookup.Intact.class);
  }

  @Test
  void changedPackageInTheWay_isReplaced() throws Exception {
    var first = keep("1.0.0", "same");
    var folder = first.program().resolve("..").normalize();
    new PackageFolder(folder).open();
    Files.writeString(folder.resolve("more"), "evil");

    assertThat(cache.recheck(keep("1.0.1", "same"))).isEmpty();
    assertThat(folder.resolve("more")).doesNotExist();
  }

  @Test
  void addedLink_isAChange() throws Exception {
    var folder = keep("1.0.0", "one").program().resolve("..").normalize();
    new PackageFolder(folder).open();
    Files.createSymbolicLink(folder.resolve("link"), Path.of("/etc/passwd"));

    assertThat(cache.find(BOX, version("1.0.0"), LINUX)).isInstanceOf(Lookup.Changed.class);
    assertThat(cache.find(BOX, version("1.0.0"), LINUX)).isEqualTo(new Lookup.Absent());
    assertThat(Path.of("/etc/passwd")).exists();
  }

  @Test
  void damagedMemory_isAsGoodAsNone() throws Exception {
    keep("1.0.0", "one");
    var file = root.resolve("known/example.com/acme/box/1.0.0/linux_amd64.json");
    for (var each : List.of("", "{", "{}", "{\"hashes\":[\"h1:x\"]}", "[]")) {
      Files.writeString(file, each);
      assertThat(cache.find(BOX, version("1.0.0"), LINUX)).isEqualTo(new Lookup.Absent());
    }
  }

  @Test
  void whatWasLeftHalfDone_isRemovedAfterADay() throws Exception {
    var young = cache.incoming();
    var old = cache.incoming();
    Files.writeString(old.resolve("half"), "x");
    Files.setLastModifiedTime(
        old, FileTime.from(Clock.systemUTC().instant().minus(Duration.ofDays(2))));

    PackageCache.open(root, hashes, Clock.systemUTC());

    assertThat(young).exists();
    assertThat(old).doesNotExist();
  }

  private InstalledProvider keep(String version, String content)
      throws InstallException, IOException {
    var unpacked = Files.createDirectory(cache.incoming().resolve("unpacked"));
    Files.writeString(unpacked.resolve("terraform-provider-box"), content);
    Files.createDirectories(unpacked.resolve("sub/folder"));
    Files.writeString(unpacked.resolve("sub/folder/file"), content);
    return cache.keep(
        unpacked,
        new KnownPackage(
            BOX,
            version(version),
            LINUX,
            List.of(PackageHash.ofFolder(unpacked)),
            VERIFIED,
            "a test"));
  }
}
