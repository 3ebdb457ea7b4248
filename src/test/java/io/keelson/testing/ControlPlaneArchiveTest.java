package io.keelson.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.install.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// When `dev/control-plane` takes the published archive, and what it does where it cannot be had.
/// The archives are made here and come from this machine.
final class ControlPlaneArchiveTest {
  private static final Path PINS = Path.of("dev", "control-plane.d", "envtest");
  private static final List<String> PLATFORMS =
      List.of("linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64");
  private static final List<String> ARCHIVED = List.of("etcd", "kube-apiserver", "kubectl");
  private static final String VERSION = "v1.35.0";

  @TempDir private Path folder;
  private final LoopbackServer server = new LoopbackServer();
  private final Socket bound = new Socket();
  private ControlPlaneScript script;
  private Path ours;

  @BeforeEach
  void prepare() throws IOException {
    script = ControlPlaneScript.in(folder);
    ours = script.path();
  }

  @AfterEach
  void close() throws IOException {
    bound.close();
    server.close();
  }

  @Test
  void archive_isTaken_andOnlyWhatItLacksIsBuilt() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));

    var built = pinned.build();

    assertThat(remarks(built))
        .containsExactly(
            "Using Kubernetes v1.35.0 of the envtest archive (%s).".formatted(address()));
    assertThat(ControlPlaneScript.compiled(built)).containsExactly("kube-controller-manager");
    var used = pinned.path();
    assertThat(used).isNotEqualTo(ours).startsWith(folder);
    for (String name : ARCHIVED)
      assertThat(used.resolve(name)).hasSameBinaryContentAs(packed(name)).isExecutable();
    assertThat(used.resolve("kube-controller-manager").toRealPath())
        .isEqualTo(ours.resolve("kube-controller-manager").toRealPath());
    assertThat(namesIn(ours))
        .containsExactly(".lock", "kube-controller-manager", "kube-controller-manager.log");
  }

  @Test
  void archiveThatWasTaken_isNotFetchedAgain() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));
    pinned.build();

    var again = pinned.build();

    assertThat(again.err()).isEmpty();
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void archiveThatWasTaken_staysChosen_whateverIsBuiltLater() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));
    pinned.build();
    var used = pinned.path();

    script.build();

    assertThat(script.path()).isEqualTo(ours);
    assertThat(pinned.path()).isEqualTo(used).isNotEqualTo(ours);
  }

  @Test
  void whereAllIsBuilt_noArchiveIsFetched() throws IOException {
    script.build();
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));

    var built = pinned.build();

    assertThat(built.err()).isEmpty();
    assertThat(pinned.path()).isEqualTo(ours);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void whereAssetsFit_noArchiveIsFetched() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));
    var assets = packed("etcd").resolveSibling("");

    var built = pinned.with("KUBEBUILDER_ASSETS", assets).build();

    assertThat(remarks(built))
        .containsExactly("Using Kubernetes v1.35.0 of KUBEBUILDER_ASSETS (%s).".formatted(assets));
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void whereAssetsDoNotFit_theArchiveIsTaken() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));

    var built = pinned.with("KUBEBUILDER_ASSETS", folder.resolve("none")).build();

    assertThat(remarks(built))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("Not using KUBEBUILDER_ASSETS "),
            line ->
                assertThat(line).startsWith("Using Kubernetes v1.35.0 of the envtest archive "));
  }

  @Test
  void redirectOfAMirror_isFollowed() throws IOException {
    var archive = archive(VERSION, ARCHIVED);
    server.bytes("elsewhere", Files.readAllBytes(archive));
    server.on("envtest.tar.gz", LoopbackServer.redirect(server.at("elsewhere")));

    var built = pinned(archive).build();

    assertThat(ControlPlaneScript.compiled(built)).containsExactly("kube-controller-manager");
  }

  @Test
  void whatAKilledBuildLeft_isRemoved() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)));
    Files.createDirectories(ours.resolve(".envtest/unpacked/etcd"));
    Files.writeString(ours.resolve(".envtest/archive.tar.gz"), "half");

    var built = pinned.build();

    assertThat(ControlPlaneScript.compiled(built)).containsExactly("kube-controller-manager");
    assertThat(ours.resolve(".envtest")).doesNotExist();
  }

  @Test
  void archiveWithAnotherHash_isNotUsed() throws IOException {
    var pinned = pinned(archive(VERSION, ARCHIVED));
    served(archive("v1.35.9", ARCHIVED));

    assertBuiltInstead(pinned, "its SHA-512 is \\w{16}…, not the pinned \\w{16}…");
  }

  @Test
  void archiveThatIsCutShort_isNotUsed() throws IOException {
    var archive = archive(VERSION, ARCHIVED);
    server.on("envtest.tar.gz", LoopbackServer.truncated(Files.readAllBytes(archive)));

    assertBuiltInstead(pinned(archive), "it was cut short \\(.+\\)");
  }

  @Test
  void archiveThatIsNotThere_isNotUsed() throws IOException {
    assertBuiltInstead(
        pinned(archive(VERSION, ARCHIVED)), "the server answered with HTTP status 404.*");
  }

  @Test
  void archiveThatIsTooLarge_isNotFetched() throws IOException {
    server.on(
        "envtest.tar.gz",
        exchange -> {
          exchange.sendResponseHeaders(200, 301L << 20);
          exchange.getResponseBody().write(new byte[1]);
          exchange.getResponseBody().flush();
        });

    assertBuiltInstead(pinned(archive(VERSION, ARCHIVED)), "it is larger than 300 MB");
  }

  @Test
  void serverThatCannotBeReached_isNamed() throws IOException {
    int port = closedPort();
    var pinned =
        pinned(archive(VERSION, ARCHIVED), "http://127.0.0.1:%d/envtest.tar.gz".formatted(port));

    assertBuiltInstead(pinned, "could not connect \\(.*port %d.*\\)".formatted(port));
  }

  @ParameterizedTest
  @CsvSource({"http_proxy,http", "https_proxy,https"})
  void proxyThatCannotBeReached_isNamed(String variable, String scheme) throws IOException {
    var archive = served(archive(VERSION, ARCHIVED));
    var proxy = closedPort();

    var pinned =
        pinned(archive, address().replace("http:", scheme + ":"))
            .with(variable, "http://127.0.0.1:" + proxy);

    assertBuiltInstead(pinned, "could not connect \\(.*port %d.*\\)".formatted(proxy));
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "kube-apiserver", "kubectl"})
  void archiveThatLacksAProgram_isNotUsed(String lacking) throws IOException {
    var names = ARCHIVED.stream().filter(name -> !name.equals(lacking)).toList();

    assertBuiltInstead(pinned(served(archive(VERSION, names))), "it does not hold " + lacking);
  }

  @ParameterizedTest
  @CsvSource({
    "v1.30.4, 'its kube-apiserver is v1.30.4, older than v1.31'",
    "unknown, 'its kube-apiserver does not run, or tells no version'",
  })
  void archiveThatDoesNotFit_isNotUsed(String version, String reason) throws IOException {
    assertBuiltInstead(pinned(served(archive(version, ARCHIVED))), reason);
  }

  @Test
  void platformWithoutAnArchive_isNamed() throws IOException {
    var pins = folder.resolve("pins");
    Files.writeString(
        pins, "plan9-amd64 %s %s\n".formatted(sha512(archive(VERSION, ARCHIVED)), address()));

    assertBuiltInstead(
        script.with("KEELSON_ENVTEST", pins), pins + " has no SHA-512 and address for \\w+-\\w+");
  }

  @Test
  void fileThatIsNotThere_isNamed() throws IOException {
    var pins = folder.resolve("nowhere");

    assertBuiltInstead(
        script.with("KEELSON_ENVTEST", pins),
        "there is no file " + pins + ", which KEELSON_ENVTEST names");
  }

  @Test
  void withoutCurl_allIsBuilt() throws IOException {
    var pinned = pinned(served(archive(VERSION, ARCHIVED)), address(), script.without("curl"));

    assertBuiltInstead(pinned, "there is no curl to fetch it with");
  }

  @Test
  void withoutAProgramForTheHash_allIsBuilt() throws IOException {
    var pinned =
        pinned(
            served(archive(VERSION, ARCHIVED)), address(), script.without("sha512sum", "shasum"));

    assertBuiltInstead(pinned, "there is neither sha512sum nor shasum to check its SHA-512 with");
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", ""})
  void whereNoArchiveIsWanted_allIsBuiltWithoutAWord(String value) {
    var built = script.with("KEELSON_ENVTEST", value).build();

    assertThat(remarks(built)).isEmpty();
    assertThat(ControlPlaneScript.compiled(built))
        .containsExactlyInAnyOrderElementsOf(ControlPlaneScript.BINARIES);
  }

  @Test
  void pinnedArchives_areOfTheMinorVersionThatIsBuilt() throws IOException {
    var built = ours.getFileName().toString().replaceFirst("kubernetes-(v1\\.\\d+)\\..*", "$1");

    var rows = Files.readAllLines(PINS).stream().filter(line -> !line.startsWith("#")).toList();

    assertThat(rows.stream().map(row -> row.split(" ", -1)[0]))
        .containsExactlyInAnyOrderElementsOf(PLATFORMS);
    assertThat(rows)
        .allSatisfy(row ->
            assertThat(row)
                .matches(
                    "(\\S+) [0-9a-f]{128} https://\\S+/envtest-%s\\.\\d+-\\1\\.tar\\.gz"
                        .formatted(built)));
  }

  /// All of it, with the cause in a single line, and nothing but what was built is left.
  private void assertBuiltInstead(ControlPlaneScript pinned, String cause) throws IOException {
    var built = pinned.build();

    assertThat(remarks(built))
        .singleElement()
        .asString()
        .matches(
            "Not using the envtest archive( \\(\\S+\\))?: "
                + cause
                + "; building from source instead\\.");
    assertThat(ControlPlaneScript.compiled(built))
        .containsExactlyInAnyOrderElementsOf(ControlPlaneScript.BINARIES);
    assertThat(pinned.path()).isEqualTo(ours);
    assertThat(namesIn(ours.resolveSibling(""))).containsExactly(ours.getFileName().toString());
    assertThat(namesIn(ours))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Stream.of(".lock"),
                    ControlPlaneScript.BINARIES.stream()
                        .flatMap(name -> Stream.of(name, name + ".log")))
                .toList());
  }

  /// What is said beside the progress of what is built.
  private static List<String> remarks(Command.Result built) {
    return built
        .err()
        .lines()
        .filter(line -> !line.startsWith("Building ") && !line.startsWith("  "))
        .toList();
  }

  private static List<String> namesIn(Path place) throws IOException {
    try (var files = Files.list(place)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /// Packed as the published ones are.
  private Path archive(String version, List<String> names) throws IOException {
    for (String name : names) ControlPlaneScript.program(packed(name), version);
    var archive = folder.resolve("envtest.tar.gz");
    Command.of("tar", "-czf", archive.toString(), "-C", folder.resolve("packed").toString())
        .with("controller-tools")
        .run()
        .orThrow();
    return archive;
  }

  private Path packed(String name) {
    return folder.resolve("packed/controller-tools/envtest").resolve(name);
  }

  private Path served(Path archive) throws IOException {
    server.bytes("envtest.tar.gz", Files.readAllBytes(archive));
    return archive;
  }

  private String address() {
    return server.at("envtest.tar.gz").toString();
  }

  private ControlPlaneScript pinned(Path archive) throws IOException {
    return pinned(archive, address());
  }

  private ControlPlaneScript pinned(Path archive, String address) throws IOException {
    return pinned(archive, address, script);
  }

  /// For every platform that tests may run on.
  private ControlPlaneScript pinned(Path archive, String address, ControlPlaneScript on)
      throws IOException {
    var pins = new StringBuilder("# PLATFORM SHA-512 ADDRESS\n");
    for (String platform : PLATFORMS)
      pins.append("%s %s %s\n".formatted(platform, sha512(archive), address));
    var file = Files.writeString(folder.resolve("pins"), pins);
    return on.with("KEELSON_ENVTEST", file);
  }

  private static String sha512(Path file) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-512");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Nobody listens there, nor can anybody begin to before the test ends.
  private int closedPort() throws IOException {
    bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return bound.getLocalPort();
  }
}
