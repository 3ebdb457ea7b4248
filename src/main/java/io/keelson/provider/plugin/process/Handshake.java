package io.keelson.provider.plugin.process;

import io.keelson.provider.plugin.process.Greeting.Unacceptable;
import io.keelson.provider.plugin.rpc.Protocol;
import java.io.ByteArrayInputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.regex.Pattern;

/// What a provider says when it is ready, in one line on its standard output:
/// `1|5|unix|/path|grpc|certificate`.
///
/// @param socket where it listens
/// @param certificate what it will show there
record Handshake(Protocol protocol, Path socket, X509Certificate certificate) {
  private static final Pattern START = Pattern.compile("\\d+\\|\\d+\\|");
  private static final int LONGEST_SHOWN = 200;

  /// Whether a line is meant as a handshake. Some providers print other things before.
  static boolean begins(String line) {
    return START.matcher(line).lookingAt();
  }

  /// @throws Unacceptable saying why, and what to do
  static Handshake parse(String line) throws Unacceptable {
    var fields = line.strip().split("\\|", -1);
    if (fields.length < 4)
      throw new Unacceptable("its handshake has " + fields.length + " fields: " + shown(line));
    if (!fields[0].equals("1"))
      throw new Unacceptable(
          "it was built for version " + fields[0] + " of the plugin system, this host knows 1");
    if (fields.length < 5 || !fields[4].equals("grpc"))
      throw new Unacceptable(
          "it does not speak gRPC, so it is older than Terraform 0.12. Use a newer version of it");
    return new Handshake(protocol(fields[1]), socket(fields), certificate(fields));
  }

  private static Protocol protocol(String field) throws Unacceptable {
    int major = field.length() < 5 ? Integer.parseInt(field) : Integer.MAX_VALUE;
    return Protocol.of(major)
        .orElseThrow(() ->
            new Unacceptable(
                "it speaks version "
                    + field
                    + " of the provider protocol, this host speaks "
                    + Protocol.offered()
                    + ". Use another version of the provider"));
  }

  private static Path socket(String[] fields) throws Unacceptable {
    if (!fields[2].equals("unix"))
      throw new Unacceptable("it listens on '" + fields[2] + "', a unix socket is needed");
    try {
      return Path.of(fields[3]);
    } catch (InvalidPathException e) {
      throw new Unacceptable("the path of its socket is none");
    }
  }

  private static X509Certificate certificate(String[] fields) throws Unacceptable {
    if (fields.length < 6 || fields[5].isEmpty())
      throw new Unacceptable("it shows no certificate, so nobody can tell who answers there");
    try {
      var der = Base64.getDecoder().decode(fields[5]);
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (IllegalArgumentException | CertificateException e) {
      throw new Unacceptable("its certificate cannot be read");
    }
  }

  private static String shown(String line) {
    return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
  }
}
