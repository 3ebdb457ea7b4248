package io.keelson.provider.plugin.install.release;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The name of a provider: `registry.opentofu.org/hashicorp/time`.
///
/// Always the full form. Written by people it is `[host/]namespace/type`, or the type alone for a
/// provider of `hashicorp`; see `docs/decisions/provider-registry.md` for the host that is meant
/// then.
///
/// @param host in lower case, international names in their ASCII form, with `:port` if it is not
///   443
/// @param namespace who publishes it; in lower case
/// @param type what it is called; in lower case
public record SourceAddress(String host, String namespace, String type)
    implements Comparable<SourceAddress> {

  public static final String COMMON_HOST = "registry.opentofu.org";

  private static final Comparator<SourceAddress> ORDER =
      Comparator.comparing((SourceAddress each) -> each.host)
          .thenComparing(SourceAddress::namespace)
          .thenComparing(SourceAddress::type);

  private static final String COMMON_NAMESPACE = "hashicorp";
  private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
  private static final Pattern HOST_LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final int LONGEST_PART = 63;

  /// Reads an address as people write it.
  ///
  /// @throws IllegalArgumentException saying which part is wrong, and how it would be right
  public static SourceAddress parse(String text) {
    var parts = List.of(text.strip().split("/", -1));
    return switch (parts.size()) {
      case 1 -> of(text, COMMON_HOST, COMMON_NAMESPACE, parts.get(0));
      case 2 -> of(text, COMMON_HOST, parts.get(0), parts.get(1));
      case 3 -> of(text, parts.get(0), parts.get(1), parts.get(2));
      default ->
          throw wrong(
              text,
              "it has "
                  + parts.size()
                  + " parts; write [host/]namespace/type, such as"
                  + " hashicorp/time");
    };
  }

  /// An address as people write it; empty where it cannot be read.
  public static Optional<SourceAddress> ifValid(String text) {
    try {
      return Optional.of(parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static SourceAddress of(String text, String host, String namespace, String type) {
    var address =
        new SourceAddress(
            host(text, host), part(text, "namespace", namespace), part(text, "type", type));
    if (address.host.equals("terraform.io") && address.namespace.equals("builtin"))
      throw wrong(
          text,
          "it is built into the terraform program and not a package; terraform_data"
              + " needs no provider");
    for (var prefix : List.of("terraform-provider-", "terraform-"))
      if (address.type.startsWith(prefix))
        throw wrong(
            text,
            "the type has no prefix '"
                + prefix
                + "'; write '"
                + address.namespace
                + "/"
                + address.type.substring(prefix.length())
                + "'");
    return address;
  }

  private static String part(String text, String what, String given) {
    if (given.isEmpty()) throw wrong(text, "its " + what + " is empty");
    if (given.equals("-"))
      throw wrong(text, "the namespace '-' stood for an unknown one; write the real one");
    var part = Normalizer.normalize(given, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    if (part.length() > LONGEST_PART)
      throw wrong(text, "its " + what + " is longer than " + LONGEST_PART + " characters");
    part.codePoints()
        .filter(each -> each != '-' && !Character.isLetterOrDigit(each))
        .findFirst()
        .ifPresent(each -> {
          throw wrong(
              text,
              "its "
                  + what
                  + " '"
                  + given
                  + "' has '"
                  + Character.toString(each)
                  + "'; letters, digits and dashes are allowed");
        });
    if (part.startsWith("-") || part.endsWith("-"))
      throw wrong(text, "its " + what + " '" + given + "' starts or ends with a dash");
    if (part.contains("--"))
      throw wrong(text, "its " + what + " '" + given + "' has two dashes in a row");
    return part;
  }

  private static String host(String text, String given) {
    if (given.isEmpty()) throw wrong(text, "its host is empty");
    int colon = given.indexOf(':');
    var name = asciiName(text, colon < 0 ? given : given.substring(0, colon));
    if (colon < 0) return name;
    var port = given.substring(colon + 1);
    if (!PORT.matcher(port).matches() || Integer.parseInt(port) > 65_535)
      throw wrong(text, "the port '" + port + "' of its host is no number from 1 to 65535");
    return port.equals("443") ? name : name + ":" + port;
  }

  private static String asciiName(String text, String given) {
    String name;
    try {
      name = IDN.toASCII(given, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw wrong(text, "its host '" + given + "' is no host name");
    }
    var labels = name.split("\\.", -1);
    if (!Arrays.stream(labels).allMatch(each -> HOST_LABEL.matcher(each).matches()))
      throw wrong(text, "its host '" + given + "' is no host name");
    if (labels.length == 1 && !name.equals("localhost"))
      throw wrong(
          text,
          "its host '"
              + given
              + "' has no dot; write a full host name, or"
              + " namespace/type for a provider of "
              + COMMON_HOST);
    return name;
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException("'" + text + "' is no provider address: " + why);
  }

  @Override
  public int compareTo(SourceAddress other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return host + "/" + namespace + "/" + type;
  }
}
