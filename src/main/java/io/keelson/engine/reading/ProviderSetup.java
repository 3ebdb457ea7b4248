package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Configures the providers of one run, each once: at its first use, because whoever uses it has
/// waited for everything that its configuration refers to.
final class ProviderSetup {
  private final Providers providers;
  private final StackConfig config;
  private final Dependencies dependencies;
  private final RecordedScope before;
  private final SortedMap<String, Bytes> last;
  private final StateCodec codec;
  private final Scope scope;
  private final Map<String, Once> asDeclared = new ConcurrentHashMap<>();
  private final Map<String, Once> asBefore = new ConcurrentHashMap<>();

  /// @param scope gives what configurations refer to
  /// @param before gives it as it was before the run
  ProviderSetup(
      Providers providers, Snapshot snapshot, StateCodec codec, Scope scope, RecordedScope before) {
    this.before = before;
    this.providers = providers;
    this.config = snapshot.config();
    this.dependencies = snapshot.dependencies();
    this.last = snapshot.prior().configurations();
    this.codec = codec;
    this.scope = scope;
  }

  /// The result of configuring a provider.
  sealed interface Setup {
    /// @param value the configuration; may hold unknowns
    /// @param json the configuration as it is stored; empty if it is not wholly known
    /// @param identity of the real system; empty while that is not known, and where none of the
    ///   arguments names one
    record Ready(Provider provider, Value value, Optional<Bytes> json, String identity)
        implements Setup {
      /// Whether the identity is known, be it that there is none.
      boolean isKnown() {
        return json.isPresent();
      }

      /// What the configuration names, for messages.
      String system() {
        return identity.isEmpty() ? "no system" : "'" + identity + "'";
      }
    }

    record Failed(List<Diagnostic> problems) implements Setup {}
  }

  /// Many threads ask at the same time; only one of them finds out.
  private static final class Once {
    private @Nullable Setup known;

    synchronized Setup get(Supplier<Setup> find) {
      if (known == null) known = find.get();
      return known;
    }
  }

  /// The provider with the configuration as it is declared, as far as it is known by now.
  Setup asDeclared(String name) {
    return asDeclared.computeIfAbsent(name, _ -> new Once()).get(() -> evaluate(name));
  }

  /// The provider with the configuration that was last used.
  Setup asBefore(String name) {
    return asKept(name, name);
  }

  /// The provider with a configuration that is kept under another name than its own.
  Setup asKept(String kept, String name) {
    return asBefore.computeIfAbsent(kept, _ -> new Once()).get(() -> recall(kept, name));
  }

  boolean isDeclared(String name) {
    return config.providerConfigurations().containsKey(name);
  }

  boolean wasUsed(String name) {
    return last.containsKey(name);
  }

  private Setup evaluate(String name) {
    var declared = config.providerConfigurations().get(name);
    if (declared == null) throw new IllegalStateException("not declared: " + name);
    return switch (declared.body().evaluate(declared.within(scope))) {
      case Evaluated.Failed(var problems) -> new Setup.Failed(problems);
      case Evaluated.Ok(var value) -> configure(name, value.unmark());
    };
  }

  private Setup recall(String recorded, String name) {
    var json = last.get(recorded);
    if (json == null) return new Setup.Failed(List.of(forgotten(name)));
    var provider = providers.configurable().get(name);
    if (provider == null) return new Setup.Failed(List.of(gone(name)));
    try {
      var kept = KeptConfiguration.decode(json, provider, codec);
      var anew = recorded.equals(name) ? readAnew(name, kept) : Optional.<Unmarked>empty();
      if (anew.isPresent()) return configure(name, anew.get());
      return kept.ephemeral().isEmpty()
          ? configure(name, kept.with(kept.config()))
          : supplied(name, kept);
    } catch (MalformedState e) {
      return new Setup.Failed(List.of(unfit(name, provider, e)));
    }
  }

  /// The declared configuration, where data sources give a part of it that may have changed, such
  /// as a token. Empty where they cannot be read, and where it means another real system by now.
  private Optional<Unmarked> readAnew(String name, KeptConfiguration kept) {
    var declared = config.providerConfigurations().get(name);
    if (declared == null
        || dependencies.behind(declared.references()).stream()
            .noneMatch(each -> each.mode() == ResourceAddress.Mode.DATA)
        || !(declared.body().evaluate(declared.within(before)) instanceof Evaluated.Ok(var value))
        || !value.unmark().value().whollyKnown()) return Optional.empty();
    var provider = Objects.requireNonNull(providers.configurable().get(name));
    var now = KeptConfiguration.of(value.unmark());
    boolean isSame = identity(provider, now).equals(identity(provider, kept));
    return isSame ? Optional.of(value.unmark()) : Optional.empty();
  }

  private static String identity(ConfigurableProvider provider, KeptConfiguration configuration) {
    return provider.identity(configuration.marked().unmark());
  }

  /// The provider with a kept configuration, whose ephemeral values the declaration gives again.
  ///
  /// @rule R-WO-4
  private Setup supplied(String name, KeptConfiguration kept) {
    var declared = config.providerConfigurations().get(name);
    if (declared == null)
      return new Setup.Failed(
          List.of(
              neededAgain(
                  name,
                  kept.ephemeral(),
                  "It is not declared any more, or refers to something that is not: declare it,"
                      + " and that,")));
    return switch (declared.body().evaluate(declared.within(before))) {
      case Evaluated.Failed(var problems) -> new Setup.Failed(problems);
      case Evaluated.Ok(var now) -> {
        var missing = kept.missing(now);
        yield missing.isEmpty()
            ? configure(name, kept.with(now))
            : new Setup.Failed(List.of(neededAgain(name, missing, remedy(declared.references()))));
      }
    };
  }

  /// What gives an ephemeral value, so that what was made with it can be reached.
  private String remedy(List<Reference> references) {
    var opened =
        dependencies.behind(references).stream()
            .filter(each -> each.mode() == ResourceAddress.Mode.EPHEMERAL)
            .map(ResourceAddress::toString)
            .toList();
    return opened.isEmpty()
        ? "There is no value now: give the variable one"
        : "There is no value now, since "
            + String.join(", ", opened)
            + " needs something that is not recorded: give it by a variable";
  }

  private Setup configure(String name, Unmarked value) {
    var provider = providers.configurable().get(name);
    if (provider == null) return new Setup.Failed(List.of(gone(name)));
    return switch (provider.configure(value)) {
      case ConfigureAnswer.Refused(var problems) ->
          new Setup.Failed(Secrecy.of(value).about(subject(name), problems));
      case ConfigureAnswer.Ready(var ready, _) -> ready(provider, ready, value);
    };
  }

  private Setup.Ready ready(ConfigurableProvider provider, Provider ready, Unmarked value) {
    if (!value.value().whollyKnown())
      return new Setup.Ready(ready, value.value(), Optional.empty(), "");
    var kept = KeptConfiguration.of(value);
    return new Setup.Ready(
        ready,
        value.value(),
        Optional.of(kept.encode(provider, codec)),
        // Ephemeral values are no part of the identity, because it is stored.
        identity(provider, kept));
  }

  private static Subject subject(String name) {
    return Subject.part("provider", name);
  }

  static Diagnostic elsewhere(
      InstanceAddress at, ProviderKey writer, String name, Setup.Ready ready) {
    return Diagnostic.error(
        Code.PROVIDER_IDENTITY,
        Subject.of(at),
        "Provider works on another system",
        "The object was made in '"
            + writer.identity()
            + "', but the provider configuration '"
            + name
            + "' names "
            + ready.system()
            + " now. Nothing is planned for it: there the object would seem gone. Restore the"
            + " configuration; or destroy the object with the old one first. To have it replaced by"
            + " one in the system that is named now, annotate the ProviderConfig with"
            + " keelson.dev/replace-objects: \""
            + ready.identity()
            + "\"; if both names mean the same system, with keelson.dev/accept-identity: \""
            + ready.identity()
            + "\".");
  }

  /// @rule R-CHK-12
  static Diagnostic open(String name) {
    return Diagnostic.error(
        Code.INCONSISTENT_FINAL_PLAN,
        subject(name),
        "Provider configuration is not known yet",
        "Something that the provider configuration refers to has no value although its turn has"
            + " come. Nothing was done with it. This is a mistake in Keelson; please report it.");
  }

  private static Diagnostic gone(String name) {
    return Diagnostic.error(
        Code.CREDENTIALS,
        subject(name),
        "Provider is missing",
        "Objects of the stack were made with the provider configuration '"
            + name
            + "', whose provider is not available now. Keep the provider until its objects are"
            + " gone.");
  }

  private static Diagnostic forgotten(String name) {
    return Diagnostic.error(
        Code.CREDENTIALS,
        subject(name),
        "Provider configuration is missing",
        "Objects of the stack were made with the provider configuration '"
            + name
            + "'. It is not declared any more, and what it said is not recorded. Declare it again"
            + " until its objects are gone.");
  }

  private static Diagnostic neededAgain(
      String name, SortedSet<AttributePath> paths, String remedy) {
    return Diagnostic.error(
            Code.CREDENTIALS,
            subject(name),
            "Ephemeral part of a provider configuration is needed again",
            "Objects of the stack were made with the provider configuration '"
                + name
                + "', of which "
                + String.join(", ", paths.stream().map(AttributePath::toString).toList())
                + " was ephemeral, so it is kept nowhere. "
                + remedy
                + " until its objects are gone.")
        .at(paths.first());
  }

  private static Diagnostic unfit(String name, ConfigurableProvider provider, MalformedState why) {
    return Diagnostic.error(
            Code.CREDENTIALS,
            subject(name),
            "Recorded provider configuration cannot be used",
            "What is recorded of the provider configuration '"
                + name
                + "' does not fit provider '"
                + provider.name()
                + "' any more: "
                + why.getMessage()
                + ". Declare it again, as this version of the provider wants it.")
        .at(why.path());
  }
}
