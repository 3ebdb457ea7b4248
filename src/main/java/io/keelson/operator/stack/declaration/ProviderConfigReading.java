package io.keelson.operator.stack.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.provider.ProviderConfigSpec;
import io.keelson.operator.api.provider.ProviderConfigSpec.Autonaming;
import io.keelson.operator.api.provider.ProviderConfigSpec.SecretValue;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.context.ProviderPrograms.Implicit;
import io.keelson.operator.stack.context.ProviderPrograms.Program;
import io.keelson.operator.stack.context.StackKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads one ProviderConfig after the other.
final class ProviderConfigReading {
  private static final String ACCEPT = "keelson.dev/accept-identity";

  private static final String REPLACE = "keelson.dev/replace-objects";

  private final String namespace;
  private final List<String> listed;
  private final ProviderPrograms programs;
  private final ProviderConfigSource source;
  private final ProviderConfigs.Kept kept;
  private final StackKey stack;
  private final String uid;
  private final SortedMap<String, StackDeclaration.Provider> declared = new TreeMap<>();
  private final SortedMap<String, ConfigurableProvider> usable = new TreeMap<>();
  private final SortedMap<String, String> types = new TreeMap<>();
  private final ProviderConfigSecrets secrets;
  private final SortedSet<String> coming = new TreeSet<>();
  private final SortedSet<String> implicit = new TreeSet<>();

  /// @param kept the providers that were made for earlier plans
  ProviderConfigReading(
      Stack stack,
      ProviderPrograms programs,
      ProviderConfigSource source,
      ProviderConfigs.Kept kept) {
    this.namespace = stack.getMetadata().getNamespace();
    this.listed = ConfigName.listed(stack).stream().map(each -> each.in(namespace)).toList();
    this.programs = programs;
    this.source = source;
    this.kept = kept;
    this.secrets = new ProviderConfigSecrets(namespace, source);
    this.stack = StackKey.of(stack);
    this.uid = stack.getMetadata().getUid() == null ? "" : stack.getMetadata().getUid();
  }

  private ProviderPrograms.Use use(String name, ProviderConfigSpec spec) {
    return new ProviderPrograms.Use(
        stack, uid, name, Optional.ofNullable(spec.identity), naming(spec.autonaming));
  }

  private static Optional<ProviderPrograms.Naming> naming(@Nullable Autonaming declared) {
    return Optional.ofNullable(declared)
        .map(each ->
            new ProviderPrograms.Naming(
                Optional.ofNullable(each.pattern), Boolean.TRUE.equals(each.enforce)));
  }

  /// Reads a ProviderConfig that exists and may be used here.
  ///
  /// @param name the name by which the Stack refers to it
  /// @throws KubernetesClientException if the API server does not answer
  void read(String name, ProviderConfig config) {
    var spec = config.getSpec();
    var problems = new ArrayList<Diagnostic>();
    switch (programs.named(spec.providerRef.name)) {
      case Program.Unusable(var type, var why) -> {
        type.ifPresent(each -> types.put(name, each));
        problems.add(problem(name, Code.PROVIDER_NOT_READY, "Its provider is not ready", why));
      }
      case Program.Coming() -> {
        coming.add(name);
        problems.add(
            problem(
                name,
                Code.PROVIDER_NOT_READY,
                "Its provider is not ready",
                "It is being installed."));
      }
      case Program.Usable program -> {
        types.put(name, program.type());
        usable.put(name, kept.provider(program, use(name, spec)));
      }
    }
    var given = new TreeMap<String, Value>();
    if (spec.secrets != null)
      for (SecretValue each : spec.secrets)
        secrets.value(name, config, each, problems).ifPresent(value -> given.put(each.name, value));
    declared.put(
        name,
        new StackDeclaration.Provider(
            tree(name, spec.config, problems),
            given,
            annotation(config, ACCEPT),
            annotation(config, REPLACE),
            problems.stream().findFirst(),
            Optional.ofNullable(types.get(name))));
  }

  /// Chooses for a type whose Resource names no ProviderConfig: where the Stack lists none that
  /// fits, a Provider that needs no ProviderConfig may be used.
  ///
  /// @rule R-PUL-60
  void without(String type) {
    boolean chosen =
        Stream.concat(listed.stream(), implicit.stream())
            .anyMatch(
                name -> types.containsKey(name) && ProviderPrograms.fits(type, types.get(name)));
    if (chosen) return;
    if (!programs.knowsAll()) coming.add(ProviderConfigs.IMPLICIT + type);
    var fitting =
        programs.implicit().stream()
            .filter(each -> ProviderPrograms.fits(type, each.type()))
            .toList();
    fitting.stream()
        .map(Implicit::type)
        .max(Comparator.comparingInt(String::length))
        .ifPresent(
            longest -> use(fitting.stream().filter(each -> each.type().equals(longest)).toList()));
  }

  /// Chooses for programs, of which nobody knows the packages that they use: every Provider that
  /// needs no ProviderConfig may be used. One that cannot be used is left out, as it need not be
  /// one of them.
  ///
  /// @rule R-PRG-25
  void withoutAny() {
    if (!programs.knowsAll()) coming.add(ProviderConfigs.IMPLICIT);
    var all = programs.implicit();
    for (Implicit each : all) {
      boolean alone = all.stream().filter(other -> other.type().equals(each.type())).count() == 1;
      if (alone && !(each.program() instanceof Program.Unusable)) without(each.type());
    }
  }

  /// @param providers the Providers that have the same types
  private void use(List<Implicit> providers) {
    var first = providers.getFirst();
    var name = ProviderConfigs.IMPLICIT + first.type();
    implicit.add(name);
    types.put(name, first.type());
    Optional<Diagnostic> problem = Optional.empty();
    if (providers.size() > 1) problem = Optional.of(several(name, providers));
    else
      switch (first.program()) {
        case Program.Usable program ->
            usable.put(name, kept.provider(program, use(name, new ProviderConfigSpec())));
        case Program.Coming() -> coming.add(name);
        case Program.Unusable(_, var why) ->
            problem =
                Optional.of(
                    problem(name, Code.PROVIDER_NOT_READY, "Its provider is not ready", why));
      }
    declared.put(name, withoutArguments(problem, Optional.of(first.type())));
  }

  private static StackDeclaration.Provider withoutArguments(
      Optional<Diagnostic> problem, Optional<String> type) {
    return new StackDeclaration.Provider(
        Value.object(Map.of()),
        Collections.emptySortedMap(),
        Optional.empty(),
        Optional.empty(),
        problem,
        type);
  }

  private static Diagnostic several(String name, List<Implicit> providers) {
    return problem(
        name,
        Code.PROVIDER_NOT_READY,
        "Several Providers have its types",
        "The Providers %s may all be used without a ProviderConfig, and nothing says which is meant. Make a ProviderConfig for one of them, and list it in spec.providerConfigs of the Stack."
            .formatted(String.join(", ", providers.stream().map(Implicit::provider).toList())));
  }

  /// Reads a ProviderConfig of another namespace that objects were made with. Its secrets are not
  /// kept in this namespace, so it is read as long as it may be used.
  void borrow(String name, ProviderConfig config) {
    if (!usable.containsKey(name)) read(name, config);
  }

  /// Uses the kept configuration that objects were made with, and that nothing declares any more.
  void remember(String name, String source) {
    if (usable.containsKey(name) || coming.contains(name)) return;
    switch (programs.from(source)) {
      case Program.Usable program ->
          usable.put(name, kept.provider(program, use(name, new ProviderConfigSpec())));
      case Program.Coming() -> coming.add(name);
      case Program.Unusable _ -> {}
    }
  }

  /// Reports a ProviderConfig that may not be used or does not exist. The message does not tell
  /// which of the two, as that is a matter of the other namespace. A ProviderConfig of this
  /// namespace that only Resources name is reported on these.
  void missing(String name) {
    boolean foreign = name.contains("/");
    if (!source.knowsAll() || !foreign && !listed.contains(name)) return;
    var problem =
        problem(
            name,
            Code.PROVIDER_NOT_READY,
            "It cannot be used here",
            foreign
                ? "There is no ProviderConfig '%s' that Stacks of namespace '%s' may use: it does not exist, or its spec.allowedNamespaces does not name this namespace. Ask its owner, or name another one."
                    .formatted(name, namespace)
                : "There is no ProviderConfig '%s' in namespace '%s'. Create it, or take it off spec.providerConfigs of the Stack."
                    .formatted(name, namespace));
    declared.put(name, withoutArguments(Optional.of(problem), Optional.empty()));
  }

  /// Whether the Stack may use a ProviderConfig.
  boolean isAllowed(ProviderConfig config) {
    var others = config.getSpec().allowedNamespaces;
    return config.getMetadata().getNamespace().equals(namespace)
        || others != null && (others.contains("*") || others.contains(namespace));
  }

  private static Optional<String> annotation(ProviderConfig config, String key) {
    return Optional.ofNullable(config.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(key));
  }

  private static Mapping tree(String name, @Nullable JsonNode config, List<Diagnostic> problems) {
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

  static Diagnostic problem(String name, Code code, String summary, String detail) {
    return Diagnostic.error(code, Subject.part("provider", name), summary, detail);
  }

  ProviderConfigs done() {
    return new ProviderConfigs(
        listed, implicit, declared, usable, types, secrets.referred(), coming);
  }
}
