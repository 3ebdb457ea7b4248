package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// A provider configuration as it is kept for the time when it is not declared any more. Ephemeral
/// values are left out, and have to be given again.
///
/// @param config null where it was ephemeral
/// @param secret the secret paths, also those that the schema does not call sensitive
/// @param ephemeral the paths of the values that were left out
/// @rule R-WO-3
record KeptConfiguration(
    Value config, SortedSet<AttributePath> secret, SortedSet<AttributePath> ephemeral) {
  private static final String CONFIG = "config";
  private static final String SECRET = "secret";
  private static final String EPHEMERAL = "ephemeral";

  KeptConfiguration {
    secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
    ephemeral = Collections.unmodifiableSortedSet(new TreeSet<>(ephemeral));
  }

  /// @param configuration wholly known
  static KeptConfiguration of(Unmarked configuration) {
    var secret = new TreeSet<AttributePath>();
    var ephemeral = new TreeSet<AttributePath>();
    configuration
        .marks()
        .forEach((path, marks) -> (Marks.ephemeral(marks) ? ephemeral : secret).add(path));
    var kept = configuration.value();
    for (AttributePath path : ephemeral) {
      var part = kept.at(path);
      // Nothing is left inside of a value that was left out.
      if (part.isPresent()) kept = kept.with(path, Value.nothing(part.get().type()));
    }
    return new KeptConfiguration(kept, secret, ephemeral);
  }

  Bytes encode(ConfigurableProvider provider, StateCodec codec) {
    var kept =
        Value.object(Map.of(CONFIG, config, SECRET, texts(secret), EPHEMERAL, texts(ephemeral)));
    return codec.encode(kept, type(provider));
  }

  private static Value texts(Collection<AttributePath> paths) {
    return Value.list(
        Types.STRING, paths.stream().map(path -> Value.text(path.toString())).toList());
  }

  static KeptConfiguration decode(Bytes json, ConfigurableProvider provider, StateCodec codec)
      throws MalformedState {
    var kept = (Mapping) codec.decode(json, type(provider));
    return new KeptConfiguration(
        kept.attribute(CONFIG), paths(kept.attribute(SECRET)), paths(kept.attribute(EPHEMERAL)));
  }

  private static SortedSet<AttributePath> paths(Value list) {
    var paths = new TreeSet<AttributePath>();
    if (list instanceof Sequence texts)
      for (Value path : texts.elements())
        paths.add(AttributePath.parse(((Value.Text) path).text()));
    return paths;
  }

  private static Type type(ConfigurableProvider provider) {
    var paths = Type.list(Types.STRING);
    return Type.object(
        Map.of(CONFIG, provider.configuration().type(), SECRET, paths, EPHEMERAL, paths));
  }

  /// The paths of left-out values that have no value now.
  ///
  /// @param now the configuration as it is declared
  SortedSet<AttributePath> missing(Value now) {
    var missing = new TreeSet<>(ephemeral);
    missing.removeIf(path -> now.at(path).filter(Value::whollyKnown).isPresent());
    return missing;
  }

  /// The kept values, with their marks.
  Value marked() {
    return Sensitivity.mark(config, SensitivePaths.of(secret, secret));
  }

  /// The whole configuration again.
  ///
  /// @param now as it is declared, with nothing [#missing]; only left-out values are taken from it
  Unmarked with(Value now) {
    var whole = marked();
    for (AttributePath path : ephemeral)
      if (config.at(path).isPresent()) whole = whole.with(path, now.at(path).orElseThrow());
    return whole.unmark();
  }
}
