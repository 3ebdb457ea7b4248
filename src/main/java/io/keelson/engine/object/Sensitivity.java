package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Which parts of an object are not to be shown: what the schema says, and what came out of
/// something sensitive.
///
/// @rule R-SENS-1
/// @rule R-SENS-11
public final class Sensitivity {
  /// The source that messages name for the marks of stored objects.
  private static final String STORED = "state";

  private Sensitivity() {}

  /// `planned` with the marks of the configuration it came from and those of the schema. Where that
  /// was ephemeral a provider gives nothing back; what it repeats elsewhere is secret.
  ///
  /// @rule R-SENS-3
  /// @rule R-WO-3
  public static Value marked(Schema schema, Value planned, Unmarked config) {
    var marked = EchoedSecrets.mark(block(schema.root(), lasting(config).remark(planned)), config);
    return withOwnEchoes(marked, config);
  }

  /// The same of an object that comes from a provider. What it was itself told in secret is secret
  /// where it repeats it, unless the user says it there.
  ///
  /// @param providerConfig what the provider is configured with
  public static Value marked(
      Schema schema, Value planned, Unmarked config, Unmarked providerConfig) {
    return EchoedSecrets.mark(marked(schema, planned, config), config, hidden(providerConfig));
  }

  /// `value` with marks wherever it repeats what its provider was itself told in secret.
  public static Value repeated(Value value, Unmarked configuration) {
    return EchoedSecrets.everywhere(value, hidden(configuration));
  }

  /// Which parts of `value` are secret, or repeat a secret of another object.
  public static SensitivePaths repeating(Value value, Unmarked other) {
    return paths(EchoedSecrets.everywhere(value, other));
  }

  /// The secrets among what a provider was given. Values that are merely sensitive do not count: an
  /// object may have the same name by chance.
  private static Unmarked hidden(Unmarked configuration) {
    if (configuration.marks().isEmpty()) return configuration;
    var marks = new TreeMap<>(configuration.marks());
    marks.values().removeIf(each -> !Marks.secret(each) && !Marks.ephemeral(each));
    return new Unmarked(configuration.value(), marks);
  }

  /// What an object holds where it is secret may be something else by now than what is configured:
  /// others have changed it, and that is ignored. Repeated it is secret, too.
  private static Value withOwnEchoes(Value marked, Unmarked config) {
    return EchoedSecrets.mark(marked, config, ownSecrets(marked));
  }

  /// The object with the marks of Secrets alone.
  public static Unmarked ownSecrets(Value marked) {
    var own = marked.unmark();
    var secrets = new TreeMap<>(own.marks());
    secrets.values().removeIf(marks -> !Marks.secret(marks));
    return new Unmarked(own.value(), secrets);
  }

  private static Unmarked lasting(Unmarked config) {
    if (config.marks().values().stream().noneMatch(Marks::ephemeral)) return config;
    var marks = new TreeMap<AttributePath, SortedSet<Mark>>();
    config
        .marks()
        .forEach((path, found) -> {
          var kept = new TreeSet<>(found);
          kept.removeIf(Mark.Ephemeral.class::isInstance);
          if (!kept.isEmpty()) marks.put(path, Marks.of(kept));
        });
    return new Unmarked(config.value(), marks);
  }

  /// `marked` with the secrets that an object holds of an earlier configuration: what came from a
  /// Secret then, and what ephemeral values were given to its provider. The configuration of now
  /// may hold others, so it does not tell that they still are secrets; what it declares itself is
  /// none. Repeated in other attributes they are secrets there.
  ///
  /// @param before the object that the plan is about
  public static Value keepEchoes(Existing before, Value marked, Unmarked config) {
    boolean ephemeral = config.marks().values().stream().anyMatch(Marks::ephemeral);
    var stored = before.sensitive();
    var kept = new TreeSet<AttributePath>();
    for (AttributePath path : ephemeral ? stored.all() : stored.secret()) {
      var old = before.value().at(path);
      var now = marked.at(path);
      if (old.isEmpty() || now.filter(old.get()::matches).isEmpty()) continue;
      if (config.value().at(path).filter(declared -> isThere(declared, old.get())).isPresent())
        continue;
      // What the schema itself calls sensitive need not have come from a Secret.
      boolean bySchema = stored.assumed() && Marks.sensitive(now.get().marks());
      if (!bySchema) kept.add(path);
    }
    var secret = new TreeSet<>(kept);
    secret.retainAll(stored.secret());
    var echoed =
        EchoedSecrets.mark(
            mark(marked, SensitivePaths.of(kept, secret)), config, secrets(before.value(), stored));
    return withOwnEchoes(echoed, config);
  }

  /// Whether an object has what is declared; its provider may have sorted a list.
  private static boolean isThere(Value declared, Value object) {
    return declared instanceof Sequence list && object instanceof Sequence found
        ? list.hasSameElements(found)
        : !declared.isNull() && declared.matches(object);
  }

  /// An object as it is known now: secret is what its record says, and what the schema says by now.
  ///
  /// @param stored where its record has secrets
  static Value known(Schema schema, Value object, SensitivePaths stored) {
    return block(schema.root(), mark(object, stored));
  }

  /// An object of which is only known where its configuration was secret. Everything else counts as
  /// the provider's own: one secret too many rather than one too few.
  public static Value found(
      Schema schema, Value object, SensitivePaths secret, Unmarked providerConfig) {
    var config =
        object instanceof Mapping mapping
            ? mapping.mapValues((name, value) ->
                secret.all().stream().anyMatch(path -> isWithin(path, name))
                    ? value
                    : Value.nothing(value.type()))
            : object;
    return marked(schema, object, new Unmarked(config, marks(secret)), providerConfig);
  }

  /// An object that was taken over from another type: secret is what the schema says, what has the
  /// path of a secret of the old one, and what repeats such a secret. If nobody knows what that
  /// was, all of it is.
  ///
  /// @param secret where the old object held secrets
  /// @param old the old object with its marks; empty if its schema is not at hand
  public static Value moved(
      Schema schema,
      Value object,
      SensitivePaths secret,
      Optional<Unmarked> old,
      Unmarked providerConfig) {
    var own = repeated(block(schema.root(), object), providerConfig);
    if (secret.isEmpty()) return own;
    if (old.isEmpty()) return everything(own, stored(!secret.secret().isEmpty()));
    return EchoedSecrets.everywhere(
        mark(
            own,
            SensitivePaths.of(present(secret.all(), object), present(secret.secret(), object))),
        old.get());
  }

  private static SortedSet<AttributePath> present(SortedSet<AttributePath> paths, Value object) {
    var present = new TreeSet<>(paths);
    present.removeIf(path -> object.at(path).filter(value -> !value.isNull()).isEmpty());
    return present;
  }

  private static Value everything(Value object, SortedSet<Mark> marks) {
    return ((Mapping) object).mapValues((_, each) -> each.isNull() ? each : each.mark(marks));
  }

  private static SortedSet<Mark> stored(boolean secret) {
    return secret ? Marks.secret(STORED) : Marks.sensitive(STORED);
  }

  private static boolean isWithin(AttributePath path, String attribute) {
    return path.isRoot() || path.startsWith(AttributePath.of(attribute));
  }

  /// `value` with a mark at every one of the stored paths.
  public static Value mark(Value value, SensitivePaths paths) {
    if (paths.isEmpty()) return value;
    return new Unmarked(Value.nothing(value.type()), marks(paths)).remark(value);
  }

  private static SortedMap<AttributePath, SortedSet<Mark>> marks(SensitivePaths paths) {
    var marks = new TreeMap<AttributePath, SortedSet<Mark>>();
    paths.all().forEach(path -> marks.put(path, stored(false)));
    paths.secret().forEach(path -> marks.put(path, stored(true)));
    return marks;
  }

  /// `value` with what a provider says about it: that some of it comes from a Secret.
  ///
  /// @param source for messages
  public static Value secret(Value value, SortedSet<AttributePath> paths, String source) {
    if (paths.isEmpty()) return value;
    var marks = new TreeMap<AttributePath, SortedSet<Mark>>();
    paths.forEach(path -> marks.put(path, Marks.secret(source)));
    return new Unmarked(Value.nothing(value.type()), marks).remark(value);
  }

  /// The paths of a marked value that are to be stored as sensitive.
  public static SensitivePaths paths(Value marked) {
    return paths(marked.unmark());
  }

  /// The paths at which a value was sensitive.
  public static SensitivePaths paths(Unmarked value) {
    var all = new TreeSet<AttributePath>();
    var secret = new TreeSet<AttributePath>();
    value
        .marks()
        .forEach((path, marks) -> {
          if (Marks.sensitive(marks)) all.add(path);
          if (Marks.secret(marks)) secret.add(path);
        });
    return SensitivePaths.of(all, secret);
  }

  /// Where an object is sensitive as it is known now.
  ///
  /// @param stored where it was
  public static SensitivePaths paths(Schema schema, Value object, SensitivePaths stored) {
    var now = paths(known(schema, object, stored));
    return new SensitivePaths(now.all(), now.secret(), stored.assumed());
  }

  /// Where an object is sensitive as it is found now. What it repeats of the secrets that it had is
  /// secret: some providers tell only when they read. What was there in plain before, the same, is
  /// shown as before: it has the value of a secret by chance, or has been seen.
  ///
  /// @param last the object as it was known
  /// @param stored where that was sensitive
  public static SensitivePaths observed(
      Schema schema, Value observed, Value last, SensitivePaths stored, Unmarked providerConfig) {
    var known = known(schema, observed, stored);
    var found = repeated(EchoedSecrets.everywhere(known, secrets(last, stored)), providerConfig);
    var repeating = paths(EchoedSecrets.everywhere(found, ownSecrets(found)));
    var own = paths(known);
    Predicate<AttributePath> shown = path -> !own.covers(path) && isSame(last, observed, path);
    var all = new TreeSet<>(repeating.all());
    all.removeIf(shown);
    var secret = new TreeSet<>(repeating.secret());
    secret.removeIf(shown);
    var now = own.with(SensitivePaths.of(all, secret));
    return new SensitivePaths(now.all(), now.secret(), stored.assumed());
  }

  private static boolean isSame(Value last, Value now, AttributePath path) {
    return last.at(path)
        .filter(before -> now.at(path).filter(before::matches).isPresent())
        .isPresent();
  }

  /// An object with marks only where it holds what came from a Secret.
  private static Unmarked secrets(Value object, SensitivePaths stored) {
    return mark(object, SensitivePaths.of(stored.secret(), stored.secret())).unmark();
  }

  private static Value block(Block block, Value value) {
    if (!(value instanceof Mapping object)) return value;
    return object.mapValues((name, each) -> {
      Attribute attribute = block.attributes().get(name);
      if (attribute != null) return attribute(attribute, name, each);
      NestedBlock nested = block.blocks().get(name);
      return nested == null ? each : inside(each, inner -> block(nested.block(), inner));
    });
  }

  private static Value attribute(Attribute attribute, String name, Value value) {
    Value inner =
        attribute.shape() instanceof Shape.Nested(_, var attributes)
            ? inside(value, each -> attributes(attributes, each))
            : value;
    return attribute.sensitive() && !value.isNull() ? inner.mark(Marks.sensitive(name)) : inner;
  }

  private static Value attributes(Map<String, Attribute> attributes, Value value) {
    if (!(value instanceof Mapping object)) return value;
    return object.mapValues((name, each) -> {
      var attribute = attributes.get(name);
      return attribute == null ? each : attribute(attribute, name, each);
    });
  }

  /// Applies `change` to the nested objects of a value, whatever holds them.
  private static Value inside(Value value, UnaryOperator<Value> change) {
    return switch (value) {
      case Sequence sequence -> {
        var elements = sequence.elements().stream().map(change).toList();
        yield elements.equals(sequence.elements()) ? sequence : sequence.withElements(elements);
      }
      case Mapping mapping when !mapping.isObject() ->
          mapping.mapValues((_, each) -> change.apply(each));
      default -> change.apply(value);
    };
  }
}
