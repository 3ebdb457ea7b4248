package io.keelson.engine.evaluation;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.evaluation.Expansion.Outcome;
import java.util.List;
import java.util.function.Function;

/// Refuses instances with addresses that no record and no plan could hold.
///
/// @rule R-LIM-9
final class AddressLimit {
  /// How many characters one of a key may become.
  private static final int MOST_ESCAPED = 6;

  private static final int MOST_DIGITS = 10;
  private static final int BRACKETS = 4;

  private AddressLimit() {}

  /// @param place of what is repeated
  /// @param address that an instance has with a key
  static Outcome within(Outcome outcome, Place place, Function<InstanceKey, String> address) {
    if (!(outcome instanceof Outcome.Expanded(var expansion))) return outcome;
    int room = InstanceAddress.LONGEST - address.apply(new InstanceKey.None()).length();
    for (InstanceKey key : expansion.members().keySet()) {
      // Most addresses are short, and there may be many thousands.
      if (atMost(key) <= room) continue;
      int length = address.apply(key).length();
      if (length > InstanceAddress.LONGEST) return tooLong(place, key, length);
    }
    return outcome;
  }

  /// More characters than a key can take in an address.
  private static int atMost(InstanceKey key) {
    return switch (key) {
      case InstanceKey.Key(var name) -> MOST_ESCAPED * name.length() + BRACKETS;
      case InstanceKey.Index _, InstanceKey.None _ -> MOST_DIGITS + BRACKETS;
      case InstanceKey.InComponent _ -> Integer.MAX_VALUE;
    };
  }

  private static Outcome tooLong(Place place, InstanceKey key, int length) {
    var path = place.path();
    return new Outcome.Failed(
        List.of(
            Diagnostic.error(
                    Code.BAD_ADDRESS,
                    place.subject(),
                    "Address is too long",
                    instance(key)
                        + " would have an address of "
                        + length
                        + " characters, with the keys of the components around it, and an address"
                        + " may have at most "
                        + InstanceAddress.LONGEST
                        + ". Nothing of it is planned, and what exists of it stays. Use shorter"
                        + " keys.")
                .at(key instanceof InstanceKey.Key ? path.attribute("forEach") : path)));
  }

  private static String instance(InstanceKey key) {
    return key instanceof InstanceKey.Key(var name)
        ? "The instance " + new InstanceKey.Key(Excerpt.beginning(name))
        : "An instance";
  }
}
