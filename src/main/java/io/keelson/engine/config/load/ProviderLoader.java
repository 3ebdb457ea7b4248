package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.ProviderConfiguration;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.body.BodyCompiler;
import io.keelson.engine.config.load.body.WrittenLeaves;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Compiles provider configurations, and tells which resources have to wait for want of one.
final class ProviderLoader {
  private static final AttributePath CONFIG = AttributePath.of("config");

  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final Schemas schemas;
  private final SortedMap<String, StackDeclaration.Provider> declared;
  private final SortedMap<String, ProviderConfiguration> usable = new TreeMap<>();
  private final Problems problems;

  ProviderLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      Schemas schemas,
      SortedMap<String, StackDeclaration.Provider> declared,
      Problems problems) {
    this.compiler = compiler;
    this.types = types;
    this.schemas = schemas;
    this.declared = declared;
    this.problems = problems;
  }

  /// What diagnostics of a provider configuration are about.
  static Subject subject(String name) {
    return Subject.part("provider", name);
  }

  void load() {
    declared.forEach((name, provider) ->
        provider.problem().ifPresentOrElse(problems::add, () -> load(name, provider)));
  }

  private void load(String name, StackDeclaration.Provider provider) {
    var schema = schemas.configuration(name);
    if (schema.isEmpty())
      throw new IllegalStateException("a configuration of no provider: " + name);
    var scope = types.withSecrets(provider.secrets());
    var leaves = new WrittenLeaves(compiler, subject(name), scope);
    var own = problems.part();
    var expression =
        new BodyCompiler(subject(name), leaves, own).body(schema.get(), provider.config(), CONFIG);
    if (!own.anyError())
      usable.put(
          name,
          new ProviderConfiguration(
              name,
              expression,
              provider.secrets(),
              provider.acceptedIdentity(),
              provider.replacingIdentity()));
  }

  /// By name, after loading.
  SortedMap<String, ProviderConfiguration> usable() {
    return Collections.unmodifiableSortedMap(usable);
  }

  /// Why nothing can be planned for a resource: the provider configuration that it names is not
  /// there, or cannot be used.
  Optional<Diagnostic> obstacle(ResourceDeclaration resource) {
    var subject = Subject.of(resource.address());
    return resource
        .providerConfiguration()
        .flatMap(name -> obstacle(subject, name, "this resource"))
        .map(why -> why.at(AttributePath.of("providerConfigRef")));
  }

  /// Why nothing can be planned for what uses a provider configuration.
  ///
  /// @param waiting what that is
  Optional<Diagnostic> obstacle(Subject subject, String name, String waiting) {
    if (usable.containsKey(name)) return Optional.empty();
    return Optional.of(
        declared.containsKey(name) ? broken(subject, name, waiting) : undeclared(subject, name));
  }

  private static Diagnostic broken(Subject subject, String name, String waiting) {
    return Diagnostic.error(
        Code.BROKEN_REFERENCE,
        subject,
        "Its provider cannot be used",
        "The provider configuration '"
            + name
            + "' has a problem of its own, which is told there. Until it is solved nothing is"
            + " planned for "
            + waiting
            + ".");
  }

  private Diagnostic undeclared(Subject subject, String name) {
    var nearest = Nearest.advice(name, declared.keySet());
    return Diagnostic.error(
        Code.UNDECLARED,
        subject,
        "Undeclared provider configuration",
        "There is no ProviderConfig '"
            + name
            + "'. "
            + (nearest.isEmpty() ? "Create it, or name another one." : nearest));
  }
}
