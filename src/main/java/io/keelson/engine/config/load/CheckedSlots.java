package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// The checks of one use of a component, with the provider configurations that its slots are filled
/// with.
///
/// @param checks those whose data sources can be read
/// @param problems warnings about the others: nothing is stopped by a check
/// @rule R-COND-9
/// @rule R-CMP-21
record CheckedSlots(SortedMap<String, CheckConfig> checks, List<Diagnostic> problems) {
  /// @param component the use
  /// @param usable the configuration that fills a slot, if there is one that can be used
  static CheckedSlots of(
      Subject component,
      SortedMap<String, CheckConfig> declared,
      Function<String, Optional<String>> usable) {
    var filled = new TreeMap<String, CheckConfig>();
    var problems = new ArrayList<Diagnostic>();
    declared.forEach((name, check) -> {
      var slot = check.providerConfiguration();
      if (slot.isEmpty()) filled.put(name, check);
      else
        slot.flatMap(usable)
            .ifPresentOrElse(
                configuration -> filled.put(name, check.using(configuration)),
                () -> problems.add(unfilled(component, name, slot.get())));
    });
    return new CheckedSlots(filled, problems);
  }

  private static Diagnostic unfilled(Subject component, String check, String slot) {
    return Diagnostic.error(
            Code.BROKEN_REFERENCE,
            component,
            "The provider of a check cannot be used",
            "The data source of its check '"
                + check
                + "' uses the slot '"
                + slot
                + "', and no provider configuration that can be used fills it. Until one does, the"
                + " check is not looked at.")
        .asWarning();
  }

  /// The error about a check that reads something of which no provider is known.
  static Diagnostic unknownType(Subject check, String type) {
    return Diagnostic.error(
            Code.UNKNOWN_TYPE,
            check,
            "Unknown data source",
            "No provider has the data source '"
                + type
                + "'. Correct the type, or list the ProviderConfig of its provider in"
                + " spec.providerConfigs of the Stack.")
        .at(AttributePath.of("data").attribute("type"));
  }

  /// The warning about a check whose provider is not there.
  static Diagnostic unreadable(Subject check) {
    return Diagnostic.error(
            Code.BROKEN_REFERENCE,
            check,
            "Its provider cannot be used",
            "The provider configuration of its data source is not there, or has a problem of its"
                + " own, which is told there. Until that is solved, the check is not looked at.")
        .at(AttributePath.of("data"))
        .asWarning();
  }
}
