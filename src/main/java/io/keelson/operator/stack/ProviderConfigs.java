package io.keelson.operator.stack;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.ProviderConfig;
import io.keelson.operator.api.ProviderConfigSpec.SecretArgument;
import io.keelson.operator.stack.ProviderPrograms.Program;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The ProviderConfigs that a Stack makes use of, read for one plan.
///
/// @param declared what they say, by name
/// @param usable their providers, as far as those are there
/// @param types what the types of each provider begin with, by name
record ProviderConfigs(
    SortedMap<String, StackDeclaration.Provider> declared,
    SortedMap<String, ConfigurableProvider> usable,
    SortedMap<String, String> types) {
  static final String ACCEPT = "keelson.dev/accept-identity";

  static final ProviderConfigs NONE =
      new ProviderConfigs(
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap());

  /// Finds out about one ProviderConfig after the other.
  static final class Reading {
    private final String namespace;
    private final ProviderPrograms programs;
    private final VariableSource secrets;
    private final Kept kept;
    private final SortedMap<String, StackDeclaration.Provider> declared = new TreeMap<>();
    private final SortedMap<String, ConfigurableProvider> usable = new TreeMap<>();
    private final SortedMap<String, String> types = new TreeMap<>();

    /// @param secrets gives Secrets in the Stack's name
    /// @param kept what earlier plans have made
    Reading(String namespace, ProviderPrograms programs, VariableSource secrets, Kept kept) {
      this.namespace = namespace;
      this.programs = programs;
      this.secrets = secrets;
      this.kept = kept;
    }

    /// A ProviderConfig that is there.
    ///
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
    ///   answer
    void read(ProviderConfig config) {
      var name = config.getMetadata().getName();
      var spec = config.getSpec();
      var problems = new ArrayList<Diagnostic>();
      switch (programs.named(spec.provider, namespace)) {
        case Program.Unusable(var type, var why) -> {
          type.ifPresent(each -> types.put(name, each));
          problems.add(problem(name, Code.PROVIDER_NOT_READY, "Its provider is not ready", why));
        }
        case Program.Usable program -> {
          types.put(name, program.type());
          var telling = Optional.ofNullable(spec.identity);
          usable.put(name, kept.provider(name, program, telling));
        }
      }
      var given = new TreeMap<String, Value>();
      if (spec.configFrom != null)
        for (SecretArgument each : spec.configFrom)
          secret(name, each, problems).ifPresent(value -> given.put(each.argument, value));
      declared.put(
          name,
          new StackDeclaration.Provider(
              tree(name, spec.config, problems),
              given,
              accepted(config),
              problems.stream().findFirst()));
    }

    /// A configuration that objects were made with, and that nothing declares any more.
    void remember(String name, String source) {
      if (declared.containsKey(name)) return;
      if (programs.from(source, namespace) instanceof Program.Usable program)
        usable.put(name, kept.provider(name, program, Optional.empty()));
    }

    private Optional<String> accepted(ProviderConfig config) {
      return Optional.ofNullable(config.getMetadata().getAnnotations())
          .map(annotations -> annotations.get(ACCEPT));
    }

    private static Mapping tree(
        String name, @Nullable JsonNode config, List<Diagnostic> problems) {
      if (config == null) return Value.object(Map.of());
      try {
        return (Mapping) JsonValues.read(config);
      } catch (JsonValues.NotAValue e) {
        problems.add(
            problem(name, Code.INVALID_CONFIG, "Not a value", String.valueOf(e.getMessage()))
                .at(AttributePath.of("config").then(e.path())));
        return Value.object(Map.of());
      }
    }

    private Optional<Value> secret(
        String name, SecretArgument argument, List<Diagnostic> problems) {
      var reference = argument.secretKeyRef;
      try {
        var data = secrets.data("Secret", reference.name);
        var text = data.map(all -> all.get(reference.key));
        if (text.isPresent())
          return text.map(each ->
              Value.text(each).mark(Marks.sensitive("provider." + name + "." + argument.argument)));
        problems.add(
            problem(
                name,
                Code.CREDENTIALS,
                "Argument has no value",
                (data.isEmpty()
                        ? "Secret '%s' does not exist in namespace '%s'."
                            .formatted(reference.name, namespace)
                        : "Secret '%s' has no key '%s'.".formatted(reference.name, reference.key))
                    + " The argument '%s' of the provider comes from there. Create it, or correct spec.configFrom of the ProviderConfig."
                        .formatted(argument.argument)));
      } catch (VariableSource.Denied e) {
        problems.add(
            problem(
                name,
                Code.CREDENTIALS,
                "Argument cannot be read",
                String.valueOf(e.getMessage())));
      }
      return Optional.empty();
    }

    private static Diagnostic problem(String name, Code code, String summary, String detail) {
      return Diagnostic.error(code, Subject.part("provider", name), summary, detail);
    }

    ProviderConfigs done() {
      return new ProviderConfigs(declared, usable, types);
    }
  }

  /// What was made for the ProviderConfigs of one Stack, and is used again while it fits.
  static final class Kept implements AutoCloseable {
    private record Made(
        Program.Usable program, Optional<List<String>> telling, ConfigurableProvider provider) {}

    private final Map<String, Made> made = new TreeMap<>();

    ConfigurableProvider provider(
        String name, Program.Usable program, Optional<List<String>> telling) {
      var known = made.get(name);
      if (known != null && known.program().equals(program) && known.telling().equals(telling))
        return known.provider();
      var provider = program.maker().make(telling);
      var before = made.put(name, new Made(program, telling, provider));
      if (before != null) before.provider().close();
      return provider;
    }

    @Override
    public void close() {
      made.values().forEach(each -> each.provider().close());
      made.clear();
    }
  }

  /// The ProviderConfig of a type that names none: of those that the Stack lists, the one whose
  /// provider the type begins with.
  Optional<String> standard(List<String> listed, String type) {
    return listed.stream()
        .filter(name -> begins(type, types.get(name)))
        .reduce((one, other) -> length(other) > length(one) ? other : one);
  }

  private static boolean begins(
      String type, @Nullable String provider) {
    return provider != null && (type.equals(provider) || type.startsWith(provider + "_"));
  }

  private int length(String name) {
    return types.getOrDefault(name, "").length();
  }
}
