package io.keelson.provider.plugin.install.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import io.keelson.provider.plugin.install.release.PackageHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// One folder in OCI image layout. What it names by digest is compared with that digest.
///
/// @param name what it is called in messages
record OciFolder(String name, Path path) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern DIGEST = Pattern.compile("sha256:([0-9a-f]{64})");
  private static final long LONGEST_MANIFEST = 4 << 20;

  boolean exists() {
    return Files.isDirectory(path);
  }

  /// The list of what is tagged.
  JsonNode index() throws InstallException {
    var version = read(path.resolve("oci-layout")).path("imageLayoutVersion").asText();
    if (!version.equals("1.0.0"))
      throw wrong("is no folder in OCI image layout: its file 'oci-layout' names no version 1.0.0");
    return read(path.resolve("index.json"));
  }

  /// A document that a descriptor names.
  JsonNode document(JsonNode descriptor, String mediaType, String artifactType)
      throws InstallException {
    var blob = blob(descriptor);
    var content = content(blob);
    if (content.length != descriptor.path("size").asLong(-1)
        || !PackageHash.ofArchive(content).value().equals(blob.getFileName().toString()))
      throw new InstallException(
          Kind.CHECKSUM_MISMATCH,
          name + " cannot be used",
          "'" + blob + "' is not what its name says",
          "Copy the layout again from where it comes.");
    var document = json(blob, content);
    if (!document.path("mediaType").asText().equals(mediaType)
        || !document.path("artifactType").asText().equals(artifactType))
      throw wrong(
          "has a '"
              + document.path("artifactType").asText()
              + "' where "
              + mediaType
              + " of type "
              + artifactType
              + " should be");
    return document;
  }

  /// Copies what a descriptor names.
  ///
  /// @return the SHA-256 that it should have, in hexadecimal; the copy is not compared with it
  String copy(JsonNode descriptor, Path to) throws InstallException {
    var blob = blob(descriptor);
    try {
      Files.copy(blob, to);
    } catch (IOException e) {
      throw unreadable(blob);
    }
    return blob.getFileName().toString();
  }

  private Path blob(JsonNode descriptor) throws InstallException {
    var digest = DIGEST.matcher(descriptor.path("digest").asText());
    if (!digest.matches()) throw wrong("names something by another digest than sha256");
    return path.resolve("blobs").resolve("sha256").resolve(digest.group(1));
  }

  private JsonNode read(Path file) throws InstallException {
    return json(file, content(file));
  }

  private byte[] content(Path file) throws InstallException {
    try {
      if (Files.size(file) > LONGEST_MANIFEST)
        throw wrong("has a document of more than 4 MiB: '" + file + "'");
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file);
    }
  }

  private JsonNode json(Path file, byte[] content) throws InstallException {
    try {
      var tree = MAPPER.readTree(content);
      if (tree != null && tree.isObject()) return tree;
    } catch (IOException e) {
      throw wrong("has a document that is no JSON: '" + file + "'");
    }
    throw wrong("has a document that is no JSON object: '" + file + "'");
  }

  InstallException wrong(String why) {
    return new InstallException(
        Kind.SOURCE_ANSWER, name + " cannot be used", "it " + why, "Write the layout again.");
  }

  private InstallException unreadable(Path file) {
    return new InstallException(
        Kind.SOURCE_UNREACHABLE,
        name + " cannot be used",
        "'" + file + "' cannot be read",
        "Complete the layout, and let this program's account read it.");
  }
}
