package io.keelson.expression.function;

import com.google.common.net.InetAddresses;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;

/// A range of IP addresses: all that share the first `length` bits.
///
/// @param bits of an address: 32 or 128
/// @param address any address of the range, as a number
record Cidr(int bits, BigInteger address, int length) {

  /// A range as `10.0.0.0/16` or `2001:db8::/32`; empty if the text is none.
  static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) return Optional.empty();
    var digits = text.substring(slash + 1);
    if (!digits.matches("0|[1-9][0-9]{0,2}")) return Optional.empty();
    int length = Integer.parseInt(digits);
    return address(text.substring(0, slash))
        .filter(address -> length <= address.bits())
        .map(address -> new Cidr(address.bits(), address.address(), length));
  }

  /// One address, as a range of its own; empty if the text is none.
  static Optional<Cidr> address(String text) {
    if (text.indexOf('%') >= 0 || !InetAddresses.isInetAddress(text)) return Optional.empty();
    var bytes = InetAddresses.forString(text).getAddress();
    // Java takes ::ffff:10.0.0.1 for an address of IPv4; what is meant nobody can tell.
    if (bytes.length == 4 && text.indexOf(':') >= 0) return Optional.empty();
    int bits = bytes.length * 8;
    return Optional.of(new Cidr(bits, new BigInteger(1, bytes), bits));
  }

  private BigInteger hostMask() {
    return BigInteger.ONE.shiftLeft(bits - length).subtract(BigInteger.ONE);
  }

  /// The lowest address.
  private BigInteger network() {
    return address.andNot(hostMask());
  }

  /// The network with a number among those that are longer by some bits.
  ///
  /// @param number below two to the power of `more`
  Cidr subnet(int more, BigInteger number) {
    int longer = length + more;
    return new Cidr(bits, network().or(number.shiftLeft(bits - longer)), longer);
  }

  /// How many addresses there are.
  BigInteger size() {
    return BigInteger.ONE.shiftLeft(bits - length);
  }

  /// The address with a number, counted from 0.
  String host(BigInteger number) {
    return text(network().add(number));
  }

  /// The first `length` bits set.
  String netmask() {
    return text(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE).andNot(hostMask()));
  }

  boolean contains(Cidr other) {
    return bits == other.bits
        && length <= other.length
        && network().equals(other.address.andNot(hostMask()));
  }

  private String text(BigInteger number) {
    InetAddress written =
        bits == 32
            ? InetAddresses.fromIPv4BigInteger(number)
            : InetAddresses.fromIPv6BigInteger(number);
    if (written instanceof Inet6Address six) return InetAddresses.toAddrString(six);
    return InetAddresses.toAddrString(written);
  }

  @Override
  public String toString() {
    return text(network()) + "/" + length;
  }
}
