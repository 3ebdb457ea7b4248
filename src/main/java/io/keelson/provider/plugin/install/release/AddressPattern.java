package io.keelson.provider.plugin.install.release;

import java.util.List;

/// Which providers a source is responsible for: an address in which a part may be `*`.
///
/// `*/*/*` and `*/*` mean every provider, `example.com/*/*` those of one host, `hashicorp/*` those
/// of one namespace of the common host.
public record AddressPattern(String host, String namespace, String type) {
  private static final String ANY = "*";

  public static final AddressPattern EVERY = new AddressPattern(ANY, ANY, ANY);

  /// @throws IllegalArgumentException saying which part is wrong
  public static AddressPattern parse(String text) {
    var parts = List.of(text.strip().split("/", -1));
    if (parts.equals(List.of(ANY)) || parts.equals(List.of(ANY, ANY))) return EVERY;
    // A part that is any is read as some name, so that the rules of addresses need no second copy.
    var address =
        SourceAddress.parse(String.join("/", parts.stream().map(AddressPattern::named).toList()));
    int first = 3 - parts.size();
    return new AddressPattern(
        first == 0 && parts.get(0).equals(ANY) ? ANY : address.host(),
        first <= 1 && parts.get(1 - first).equals(ANY) ? ANY : address.namespace(),
        parts.getLast().equals(ANY) ? ANY : address.type());
  }

  private static String named(String part) {
    return part.equals(ANY) ? "localhost" : part;
  }

  public boolean matches(SourceAddress address) {
    return fits(host, address.host())
        && fits(namespace, address.namespace())
        && fits(type, address.type());
  }

  private static boolean fits(String pattern, String part) {
    return pattern.equals(ANY) || pattern.equals(part);
  }

  @Override
  public String toString() {
    return host + "/" + namespace + "/" + type;
  }
}
