package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.load.body.BodyCompiler;
import io.keelson.engine.config.load.body.WrittenLeaves;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Extent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Compiles the declaration of one resource.
final class ResourceLoader {
  private static final AttributePath CONFIG = AttributePath.of("config");
  private static final AttributePath LIFECYCLE = AttributePath.of("lifecycle");

  private final ExpressionCompiler compiler;
  private final DeclaredTypes types;
  private final ResourceDeclaration declared;
  private final ResourceAddress address;
  private final Subject subject;
  private final Problems problems;

  ResourceLoader(
      ExpressionCompiler compiler,
      DeclaredTypes types,
      ResourceDeclaration declared,
      Problems problems) {
    this.compiler = compiler;
    this.types = types;
    this.declared = declared;
    this.address = declared.address();
    this.subject = Subject.of(address);
    this.problems = problems.part();
  }

  /// The resource; empty if there are errors.
  ///
  /// @param known the schema of its type, if a provider has it
  Optional<ResourceConfig> load(Optional<Schema> known) {
    if (known.isEmpty()) {
      error(Code.UNKNOWN_TYPE, AttributePath.of("type"), "Unknown resource type", unknownType());
      return Optional.empty();
    }
    var schema = known.get();
    var repeated =
        new RepetitionLoader(
            compiler, types, subject, declared.count(), declared.forEach(), declared.enabled());
    var repetition = repeated.load("A resource", problems);
    var scope = types.askedBy(address, RepetitionLoader.inside(repetition, types));
    var body =
        new BodyCompiler(subject, new WrittenLeaves(compiler, subject, scope), problems)
            .body(schema, declared.config(), CONFIG);
    var lifecycle = new LifecycleLoader(compiler, types, declared, problems).load(schema, scope);
    var dependsOn =
        new ArrayList<>(new DependsOnLoader(types, subject, problems).load(declared.dependsOn()));
    // It comes after what it goes with, and its users go before that.
    lifecycle
        .deletedWith()
        .flatMap(Target::block)
        .map(Root.Resource::new)
        .filter(each -> !dependsOn.contains(each))
        .ifPresent(dependsOn::add);
    schema
        .receiver()
        .flatMap(method -> receiver(method.attribute(), body))
        .filter(each -> !dependsOn.contains(each))
        .ifPresent(dependsOn::add);
    var config =
        new ResourceConfig(
            address,
            body,
            repetition,
            dependsOn,
            lifecycle,
            declared.providerConfiguration(),
            Extent.characters(declared.config(), Integer.MAX_VALUE),
            List.of());
    refuseSelfReferences(config, repeated.fields());
    return problems.anyError() ? Optional.empty() : Optional.of(config);
  }

  /// A method comes after everything in its component.
  ///
  /// @rule R-PRG-26
  private Optional<Root> receiver(String attribute, Expression body) {
    if (problems.anyError()) return Optional.empty();
    var component =
        body.attribute(attribute)
            .flatMap(Expression::named)
            .map(Reference::root)
            .filter(root -> root instanceof Root.Component(_, var output) && output.isEmpty());
    if (component.isEmpty())
      error(
          Code.INVALID_CONFIG,
          CONFIG.attribute(attribute),
          "Not a component",
          "This is a method of a component. Name that component, and nothing of it, such as"
              + " ${component.web} or ${component.web[each.key]}.");
    return component;
  }

  /// What a declaration with such an address is called.
  static String kind(ResourceAddress.Mode mode) {
    return switch (mode) {
      case MANAGED -> "resource type";
      case DATA -> "data source";
      case EPHEMERAL -> "ephemeral resource";
      case PROGRAM -> "component";
    };
  }

  private String unknownType() {
    var type = "the " + kind(address.mode()) + " '" + address.type() + "'. Correct the type, or ";
    return declared
        .providerConfiguration()
        .map(used ->
            "The provider of '"
                + used
                + "', which it uses, does not have "
                + type
                + "use one whose provider has it.")
        .orElse(
            "No provider has "
                + type
                + "name the ProviderConfig of its provider in providerConfigRef.");
  }

  /// @rule R-GRAPH-14
  private void refuseSelfReferences(ResourceConfig config, List<String> repeatedBy) {
    for (var field : repeatedBy)
      refuseSelfReference(config.repetition().references(), AttributePath.of(field));
    refuseSelfReference(config.body().references(), CONFIG);
    refuseSelfReference(
        config.lifecycle().replaceTriggeredBy(), LIFECYCLE.attribute("replaceTriggeredBy"));
    config
        .lifecycle()
        .replaceTrigger()
        .ifPresent(trigger ->
            refuseSelfReference(trigger.references(), LIFECYCLE.attribute("replaceTrigger")));
    refuseSelfReference(
        CheckRule.references(config.preconditions()), LifecycleLoader.PRECONDITIONS);
    refuseSelfReference(
        CheckRule.references(config.postconditions()), LifecycleLoader.POSTCONDITIONS);
  }

  private void refuseSelfReference(Collection<Reference> references, AttributePath path) {
    if (references.isEmpty()) return;
    var itself = new Root.Resource(address);
    references.stream()
        .filter(reference -> reference.root().equals(itself))
        .findFirst()
        .ifPresent(reference ->
            error(
                Code.SELF_REFERENCE,
                path,
                "Reference to itself",
                "The resource refers to itself by '"
                    + reference
                    + "', so its value would be needed before it exists. Refer to something"
                    + " else, such as a local with the same value; in a postcondition, to self."));
  }

  private void error(Code code, AttributePath path, String summary, String detail) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
  }
}
