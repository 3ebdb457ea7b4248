package io.keelson.provider.plugin.install;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A registry with releases of `acme/box`, below `v1/providers/` of a server.
public final class BoxRegistry {
  private final LoopbackServer server;
  private final Publisher publisher;
  private final Map<String, String> protocols = new TreeMap<>();

  public BoxRegistry(LoopbackServer server, Publisher publisher) {
    this.server = server;
    this.publisher = publisher;
  }

  /// Publishes a release as it should be.
  public void release(String version, byte[] archive) {
    release(version, archive, "", "");
  }

  /// Publishes a release, with something else in place of a text in the answer to a download
  /// request.
  public void release(String version, byte[] archive, String text, String other) {
    protocols.putIfAbsent(version, "\"5.0\"");
    list();
    var checksums = Packages.checksums(version, archive);
    var files = "files/" + version + "/";
    var answer =
        """
        {"protocols": [%s], "os": "linux", "arch": "amd64", "filename": "%s",
         "download_url": "/%s", "shasum": "%s",
         "shasums_url": "/%sSHA256SUMS", "shasums_signature_url": "/%sSHA256SUMS.sig",
         "signing_keys": {"gpg_public_keys": [{"ascii_armor": "%s"}]}}
        """
            .formatted(
                protocols.get(version),
                Packages.fileName(version),
                files + Packages.fileName(version),
                Packages.hash(archive).value(),
                files,
                files,
                new String(JsonStringEncoder.getInstance().quoteAsString(publisher.armored())));
    server
        .json(
            "v1/providers/acme/box/" + version + "/download/linux/amd64",
            text.isEmpty() ? answer : answer.replace(text, other))
        .bytes(files + Packages.fileName(version), archive)
        .bytes(files + "SHA256SUMS", checksums)
        .bytes(files + "SHA256SUMS.sig", publisher.sign(checksums));
  }

  /// Says which protocols a version speaks.
  public void protocols(String version, String... spoken) {
    protocols.put(
        version,
        Arrays.stream(spoken).map(each -> "\"" + each + "\"").collect(Collectors.joining(",")));
    list();
  }

  private void list() {
    server.json(
        "v1/providers/acme/box/versions",
        protocols.entrySet().stream()
            .map(each ->
                "{\"version\": \"%s\", \"protocols\": [%s]}"
                    .formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(",", "{\"versions\": [", "]}")));
  }
}
