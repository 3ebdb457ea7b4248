package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Leaf;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Checks that a planned state is what was configured, or what was there before, wherever the
/// provider has no say.
///
/// @rule R-CHK-6
public final class PlanChecks {
  private final ProviderFault fault;
  private final List<Diagnostic> found = new ArrayList<>();

  private PlanChecks(Subject subject, String provider) {
    this.fault = new ProviderFault(subject, provider, "Provider produced an invalid plan");
  }

  /// What is wrong with `planned`, one error for each bad path. All values without marks.
  ///
  /// @param prior the object as it is, null if there is none
  public static List<Diagnostic> check(
      Schema schema, Subject subject, String provider, Value prior, Value config, Value planned) {
    var checks = new PlanChecks(subject, provider);
    checks.object(schema.root(), new Three(prior, config, planned), AttributePath.ROOT);
    return checks.found();
  }

  /// Whether a provider's answer has the type it must have, and gives no write-only value back.
  ///
  /// @rule R-CHK-5
  /// @rule R-CHK-13
  /// @rule R-WO-1
  public static List<Diagnostic> conforms(
      Schema schema, Subject subject, String provider, Value value, Type type) {
    if (TypeCheck.fits(value.type(), type)) return writeOnly(schema, subject, provider, value);
    var fault = new ProviderFault(subject, provider, "Provider produced a value of a wrong type");
    return TypeCheck.misfit(value, type, AttributePath.ROOT).stream()
        .map(misfit ->
            fault.at(misfit.path(), misfit.reason() + " (schema version " + schema.version() + ")"))
        .toList();
  }

  /// Whether what a provider gives is an object, has the type it must have, and is wholly known.
  ///
  /// @param how it is given, such as `read`
  /// @rule R-CHK-17
  public static List<Diagnostic> given(
      Schema schema, Subject subject, String provider, Value value, String how) {
    var wrong = new ArrayList<>(conforms(schema, subject, provider, value, schema.type()));
    if (value.isNull())
      wrong.add(
          new ProviderFault(subject, provider, "Provider returned no object")
              .at(AttributePath.ROOT, "success is reported, but nothing was " + how));
    wrong.addAll(known(subject, provider, value, "it was " + how + ", and is unknown"));
    return wrong;
  }

  private static List<Diagnostic> writeOnly(
      Schema schema, Subject subject, String provider, Value value) {
    var fault = new ProviderFault(subject, provider, "Provider returned a write-only value");
    return WriteOnly.values(schema, value).stream()
        .map(path -> fault.at(path, "it is write-only, but has a value"))
        .toList();
  }

  /// What a planned destruction must be.
  ///
  /// @rule R-CHK-8
  static List<Diagnostic> destroys(Subject subject, String provider, Value planned) {
    if (planned.isNull()) return List.of();
    return List.of(
        new ProviderFault(subject, provider, "Provider produced an invalid plan")
            .at(AttributePath.ROOT, "the plan to destroy the object keeps it"));
  }

  /// Whether nothing is left open in a value that has to be wholly known; one error for each place
  /// that is.
  ///
  /// @param what a clause about such a place
  /// @rule R-CHK-14
  /// @rule DEV-6
  public static List<Diagnostic> known(Subject subject, String provider, Value value, String what) {
    if (value.whollyKnown()) return List.of();
    var fault = new ProviderFault(subject, provider, "Provider returned unknown values");
    return Leaf.unknown(value).stream().map(path -> fault.at(path, what)).toList();
  }

  private List<Diagnostic> found() {
    return Collections.unmodifiableList(found);
  }

  private void wrong(AttributePath path, String what) {
    found.add(fault.at(path, what));
  }

  /// The same place in three values.
  private record Three(Value prior, Value config, Value planned) {
    Three attribute(String name) {
      return new Three(at(prior, name), at(config, name), at(planned, name));
    }

    private static Value at(Value object, String name) {
      if (object instanceof Mapping mapping) return mapping.attribute(name);
      var type = object.type() instanceof Type.ObjectOf known ? known.attribute(name) : null;
      var actual = type == null ? Types.DYNAMIC : type;
      return object.isUnknown() ? Value.unknown(actual) : Value.nothing(actual);
    }
  }

  private void object(Block block, Three at, AttributePath path) {
    if (!presence(at, path) || at.planned().isNull()) return;
    if (at.planned().isUnknown() && !at.config().isUnknown()) {
      wrong(path, "the whole object is unknown; only attributes in it may be");
      return;
    }
    block
        .attributes()
        .forEach(
            (name, attribute) -> attribute(attribute, at.attribute(name), path.attribute(name)));
    block
        .blocks()
        .forEach((name, nested) -> nestedBlock(nested, at.attribute(name), path.attribute(name)));
  }

  /// Whether planned and configured value are both there, or both not.
  private boolean presence(Three at, AttributePath path) {
    if (at.planned().isNull() == at.config().isNull()) return true;
    wrong(
        path,
        at.planned().isNull() ? "it is configured, but planned as null" : planButNotConfigured());
    return false;
  }

  private static String planButNotConfigured() {
    return "it is planned although it is not configured";
  }

  private void attribute(Attribute attribute, Three at, AttributePath path) {
    if (allowed(attribute, at)) return;
    if (at.config().isNull()) wrong(path, planButNotConfigured() + ", and is not computed");
    else if (attribute.shape() instanceof Shape.Nested nested)
      nestedAttribute(nested.nesting(), nested.block(), at, path);
    else wrong(path, differs(at));
  }

  private static String differs(Three at) {
    if (at.planned().isUnknown()) return "it is configured, but planned as unknown";
    return at.prior().isNull()
        ? "the planned value is not the configured one"
        : "the planned value is neither the configured nor the prior one";
  }

  /// @rule R-CHK-30
  /// @rule R-CHK-31
  /// @rule R-CHK-32
  /// @rule R-CHK-33
  /// @rule R-CHK-35
  private static boolean allowed(Attribute attribute, Three at) {
    boolean kept = !at.prior().isNull() && !at.config().isNull();
    return SameValue.of(at.planned(), at.config())
        || (kept && SameValue.of(at.planned(), at.prior()))
        || attribute.presence() == Presence.COMPUTED
        || (at.config().isNull() && attribute.presence().computed())
        || (attribute.writeOnly() && at.planned().isNull());
  }

  /// @rule R-CHK-38
  private void nestedAttribute(Nesting nesting, Block block, Three at, AttributePath path) {
    if (!presence(at, path)) return;
    if (at.planned().isUnknown()) wrong(path, differs(at));
    else if (nesting == Nesting.SET) size(at, path);
    else held(nesting, block, at, path);
  }

  /// Elements of sets have no names to compare them by; only their number can be told.
  private void size(Three at, AttributePath path) {
    if (!(at.planned() instanceof Sequence planned)) return;
    if (!(at.config() instanceof Sequence config) || !config.whollyKnown()) return;
    long known = planned.elements().stream().filter(Value::whollyKnown).count();
    long least = planned.whollyKnown() ? planned.size() : Math.max(1, known);
    if (config.size() < least || config.size() > planned.size())
      wrong(path, counts(planned.size(), config.size()));
  }

  private static String counts(int planned, int configured) {
    return planned + " elements are planned, but " + configured + " are configured";
  }

  /// @rule R-CHK-39
  private void nestedBlock(NestedBlock nested, Three at, AttributePath path) {
    if (SameValue.of(at.planned(), at.config())) return;
    boolean collection = nested.nesting() != Nesting.SINGLE && nested.nesting() != Nesting.GROUP;
    if (at.config().isUnknown()) {
      wrong(path, "the configured blocks are unknown, so the planned ones must be too");
    } else if (at.planned().isUnknown()) {
      wrong(path, "the block itself is unknown; only attributes in it may be");
    } else if (collection && at.planned().isNull()) {
      wrong(path, "it is null, but no blocks at all are an empty collection");
    } else if (collection && hasUnknownElement(at.planned())) {
      wrong(path, "a block in it is unknown; only attributes in it may be");
    } else if (nested.nesting() != Nesting.SET) {
      held(nested.nesting(), nested.block(), at, path);
    }
  }

  private static boolean hasUnknownElement(Value collection) {
    return switch (collection) {
      case Sequence sequence -> sequence.elements().stream().anyMatch(Value::isUnknown);
      case Mapping mapping -> mapping.values().stream().anyMatch(Value::isUnknown);
      default -> false;
    };
  }

  private void held(Nesting nesting, Block block, Three at, AttributePath path) {
    switch (nesting) {
      case SINGLE, GROUP -> object(block, at, path);
      case LIST -> list(block, at, path);
      case MAP -> map(block, at, path);
      case SET -> throw new IllegalStateException("sets are compared by size only");
    }
  }

  /// No configured collection at all counts as an empty one.
  ///
  /// @rule R-CHK-40
  private void list(Block block, Three at, AttributePath path) {
    if (!(at.planned() instanceof Sequence planned) || at.config().isUnknown()) return;
    var config = at.config() instanceof Sequence known ? known.elements() : List.<Value>of();
    if (planned.size() != config.size()) {
      wrong(path, counts(planned.size(), config.size()));
      return;
    }
    for (int i = 0; i < planned.size(); i++) {
      Value prior =
          at.prior() instanceof Sequence known && i < known.size()
              ? known.get(i)
              : Value.nothing(block.type());
      object(block, new Three(prior, config.get(i), planned.get(i)), path.index(i));
    }
  }

  private void map(Block block, Three at, AttributePath path) {
    if (!(at.planned() instanceof Mapping planned) || at.config().isUnknown()) return;
    for (String key : planned.keys()) {
      var config = at.config() instanceof Mapping known ? known.get(key) : null;
      if (config == null) {
        wrong(path.key(key), planButNotConfigured());
        continue;
      }
      var before = at.prior() instanceof Mapping known ? known.get(key) : null;
      Value prior = before == null ? Value.nothing(block.type()) : before;
      object(block, new Three(prior, config, planned.attribute(key)), path.key(key));
    }
    if (at.config() instanceof Mapping config)
      for (String key : config.keys())
        if (!planned.has(key)) wrong(path.key(key), "it is configured, but not planned");
  }
}
