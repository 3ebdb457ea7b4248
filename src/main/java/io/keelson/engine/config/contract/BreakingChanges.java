package io.keelson.engine.config.contract;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;

/// Compares two contracts, promise by promise.
///
/// @rule R-CMP-53
final class BreakingChanges {
  private final Contract was;
  private final Contract is;
  private final String free;
  private final List<Diagnostic> found = new ArrayList<>();

  /// @param free the next version that may break promises
  BreakingChanges(Contract was, Contract is, String free) {
    this.was = was;
    this.is = is;
    this.free = free;
  }

  List<Diagnostic> all() {
    variables();
    outputs();
    slots();
    return found;
  }

  private void variables() {
    was.variables()
        .forEach((name, before) -> {
          var now = is.variables().get(name);
          if (now == null)
            breaks(
                "variable", name, "", "It is gone: uses that set it would be refused.", "Keep it");
          else variable(name, before, now);
        });
    is.variables()
        .forEach((name, now) -> {
          if (!was.variables().containsKey(name) && now.required())
            breaks(
                "variable",
                name,
                "",
                "It is new and has no default: no use that is there sets it.",
                "Give it a default");
        });
  }

  private void outputs() {
    was.outputs()
        .forEach((name, before) -> {
          var now = is.outputs().get(name);
          if (now == null)
            breaks("output", name, "", "It is gone: whatever reads it would fail.", "Keep it");
          else output(name, before, now);
        });
  }

  private void slots() {
    was.slots()
        .forEach((name, before) -> {
          var now = is.slots().get(name);
          if (now == null)
            breaks("slot", name, "", "It is gone: uses that fill it would be refused.", "Keep it");
          else slot(name, before, now);
        });
    is.slots()
        .forEach((name, now) -> {
          if (!was.slots().containsKey(name) && !now.optional())
            breaks(
                "slot",
                name,
                "",
                "It is new and has to be filled: no use that is there fills it.",
                "Make it optional");
        });
  }

  private void variable(String name, Contract.Input before, Contract.Input now) {
    var narrower = NarrowerType.differences(before.type(), now.type());
    if (!narrower.isEmpty())
      breaks(
          "variable",
          name,
          "type",
          "Its type takes less: "
              + String.join("; ", narrower)
              + ". What is given to it may not fit any more.",
          "Take what was taken");
    if (now.required() && !before.required())
      breaks(
          "variable",
          name,
          "default",
          "It had a default and has none: uses that do not set it would be refused.",
          "Keep a default");
    if (now.refusesNullOf(before))
      breaks(
          "variable",
          name,
          "nullable",
          "It took null and does not any more, and there is no default to take its place.",
          "Let it be nullable, or give it a default");
    if (before.ephemeral() && !now.ephemeral())
      breaks(
          "variable",
          name,
          "ephemeral",
          "It was ephemeral and is not: ephemeral values that are given to it would be refused"
              + " wherever they are stored.",
          "Keep it ephemeral");
  }

  private void output(String name, Contract.Output before, Contract.Output now) {
    var other = OtherType.differences(before.type(), now.type());
    if (!other.isEmpty())
      breaks(
          "output",
          name,
          "value",
          "It has another type: " + String.join("; ", other) + ". Whatever reads it may fail.",
          "Keep the type");
    if (now.sensitive() && !before.sensitive())
      breaks(
          "output",
          name,
          "sensitive",
          "It was shown and is sensitive: outputs that are made of it and do not say so would"
              + " fail.",
          "Add another output for what is sensitive");
    if (now.ephemeral() && !before.ephemeral())
      breaks(
          "output",
          name,
          "value",
          "It could be stored and is made of something ephemeral: whatever keeps it would fail.",
          "Add another output for what is ephemeral");
  }

  private void slot(String name, Slot before, Slot now) {
    if (!before.provider().equals(now.provider()))
      breaks(
          "slot",
          name,
          "provider",
          "It was for '"
              + before.provider()
              + "' and is for '"
              + now.provider()
              + "': what fills it would not fit.",
          "Keep the provider, and add a slot for the other one");
    if (before.optional() && !now.optional())
      breaks(
          "slot",
          name,
          "optional",
          "It was optional and has to be filled: uses that leave it empty would be refused.",
          "Keep it optional");
  }

  /// @param attribute of the part; empty if the part as a whole is meant
  /// @param what was, is, and follows from that
  /// @param remedy the beginning of a sentence
  private void breaks(String kind, String name, String attribute, String what, String remedy) {
    found.add(
        Diagnostic.error(
                Code.BREAKING_CHANGE,
                Subject.part(kind, name),
                "Breaking change",
                what + " " + remedy + ", or publish this as " + free + ".")
            .at(attribute.isEmpty() ? AttributePath.ROOT : AttributePath.of(attribute)));
  }
}
