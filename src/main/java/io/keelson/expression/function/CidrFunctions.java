package io.keelson.expression.function;

import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Function;
import java.math.BigInteger;
import java.util.Map;

/// Arithmetic with ranges of IP addresses.
public final class CidrFunctions {
  private CidrFunctions() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("cidr.subnet", Function.ofContent(CidrFunctions::subnet));
    functions.put("cidr.host", Function.ofContent(CidrFunctions::host));
    functions.put("cidr.netmask", Function.ofContent(CidrFunctions::netmask));
    functions.put("cidr.contains", Function.ofContent(CidrFunctions::contains));
  }

  private static Value subnet(Call call) {
    var range = range(call, 0);
    int more = call.whole(1);
    var number = wholeNumber(call, 2);
    if (more < 0 || more > range.bits() - range.length())
      throw call.problem(
          "wrong argument",
          "there are not enough address bits"
              + (call.marked()
                  ? ""
                  : ": a prefix of %d bits cannot grow by %d within %d"
                      .formatted(range.length(), more, range.bits())),
          "Start from a shorter prefix, or ask for fewer bits.");
    if (number.signum() < 0 || number.bitLength() > more)
      throw call.problem(
          "wrong argument",
          call.marked()
              ? "the number of the network does not fit"
              : "the number of the network does not fit into %d bits".formatted(more),
          "Count the networks from 0, or ask for more bits.");
    return Value.text(range.subnet(more, number).toString());
  }

  /// Numbers below zero count from the end.
  private static Value host(Call call) {
    var range = range(call, 0);
    var number = wholeNumber(call, 1);
    var position = number.signum() < 0 ? number.add(range.size()) : number;
    if (position.signum() < 0 || position.compareTo(range.size()) >= 0)
      throw call.problem(
          "wrong argument",
          call.marked()
              ? "there is no such address"
              : "a prefix of %d bits has no address with this number".formatted(range.length()),
          "Count the addresses from 0, or from the last one with -1.");
    return Value.text(range.host(position));
  }

  private static Value netmask(Call call) {
    var range = range(call, 0);
    if (range.bits() != 32)
      throw call.problem(
          "wrong argument", "only IPv4 has netmasks", "IPv6 is written with the prefix length.");
    return Value.text(range.netmask());
  }

  /// Whether an address, or all of another range, lies in a range.
  private static Value contains(Call call) {
    var other = Cidr.address(call.text(1)).or(() -> Cidr.parse(call.text(1)));
    return Value.truth(
        range(call, 0)
            .contains(
                other.orElseThrow(() ->
                    call.problem(
                        "wrong argument",
                        "the second text is neither an IP address nor a range of them",
                        "Write an address such as 10.0.0.7, or a range such as 10.0.0.0/24."))));
  }

  private static Cidr range(Call call, int position) {
    return Cidr.parse(call.text(position))
        .orElseThrow(() ->
            call.problem(
                "wrong argument",
                "this text is no range of IP addresses",
                "Write an address and the length of its prefix, such as 10.0.0.0/16."));
  }

  private static BigInteger wholeNumber(Call call, int position) {
    try {
      return call.number(position).toBigIntegerExact();
    } catch (ArithmeticException e) {
      throw call.problem("wrong argument", "a whole number is needed", "");
    }
  }
}
