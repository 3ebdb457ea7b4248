package io.keelson.operator.stack;

import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A provider whose objects are made by a parrot that knows what the provider was told.
final class Aviary implements ConfigurableProvider {
  static final String CONFIGURATION = "aviary";

  private final Parrot parrot;

  Aviary(Parrot parrot) {
    this.parrot = parrot;
  }

  @Override
  public String name() {
    return parrot.name();
  }

  @Override
  public Schema configuration() {
    return Schema.of(
        0,
        new TreeMap<>(
            Map.of(
                "token", Attribute.of(Types.STRING, Presence.OPTIONAL).asSensitive(),
                "user", Attribute.of(Types.STRING, Presence.OPTIONAL),
                "options", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL))));
  }

  @Override
  public Optional<Schema> schema(String type) {
    return parrot.schema(type);
  }

  @Override
  public Optional<Schema> dataSchema(String type) {
    return parrot.dataSchema(type);
  }

  @Override
  public Optional<Schema> ephemeralSchema(String type) {
    return parrot.schema(type);
  }

  @Override
  public String identity(Unmarked config) {
    return CONFIGURATION;
  }

  @Override
  public ConfigureAnswer configure(Unmarked config) {
    parrot.isTold(config);
    return new ConfigureAnswer.Ready(parrot, List.of());
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
