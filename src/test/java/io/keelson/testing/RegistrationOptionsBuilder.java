package io.keelson.testing;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.Registration;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Puts together options of a registration that differ from having none.
public final class RegistrationOptionsBuilder {
  private static final Registration.Options NONE = Registration.Options.NONE;

  private Optional<Boolean> preventDestroy = NONE.preventDestroy();
  private Optional<Boolean> destroy = NONE.destroy();
  private Optional<Boolean> deleteBeforeReplace = NONE.deleteBeforeReplace();
  private List<String> ignoreChanges = NONE.ignoreChanges();
  private List<String> aliases = NONE.aliases();
  private Optional<String> importId = NONE.importId();
  private Optional<ResourceAddress> deletedWith = NONE.deletedWith();
  private final TreeSet<ResourceAddress> replaceWith = new TreeSet<>();
  private Optional<Value> replaceTrigger = NONE.replaceTrigger();

  private RegistrationOptionsBuilder() {}

  public static RegistrationOptionsBuilder options() {
    return new RegistrationOptionsBuilder();
  }

  public RegistrationOptionsBuilder preventDestroy(boolean value) {
    preventDestroy = Optional.of(value);
    return this;
  }

  /// Whether an object that goes is destroyed.
  public RegistrationOptionsBuilder destroy(boolean value) {
    destroy = Optional.of(value);
    return this;
  }

  public RegistrationOptionsBuilder deleteBeforeReplace(boolean value) {
    deleteBeforeReplace = Optional.of(value);
    return this;
  }

  public RegistrationOptionsBuilder ignoreChanges(String... paths) {
    ignoreChanges = List.of(paths);
    return this;
  }

  public RegistrationOptionsBuilder aliases(List<String> names) {
    aliases = names;
    return this;
  }

  /// Takes an object over.
  public RegistrationOptionsBuilder importId(String id) {
    importId = Optional.of(id);
    return this;
  }

  public RegistrationOptionsBuilder deletedWith(ResourceAddress container) {
    deletedWith = Optional.of(container);
    return this;
  }

  public RegistrationOptionsBuilder replaceWith(ResourceAddress... others) {
    replaceWith.addAll(List.of(others));
    return this;
  }

  public RegistrationOptionsBuilder replaceTrigger(Value trigger) {
    replaceTrigger = Optional.of(trigger);
    return this;
  }

  public Registration.Options build() {
    return new Registration.Options(
        preventDestroy,
        destroy,
        deleteBeforeReplace,
        ignoreChanges,
        NONE.replaceOnChanges(),
        NONE.secretOutputs(),
        aliases,
        importId,
        deletedWith,
        replaceWith,
        replaceTrigger,
        NONE.timeouts());
  }
}
