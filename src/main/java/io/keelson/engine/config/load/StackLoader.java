package io.keelson.engine.config.load;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.slot.FilledSlots;
import io.keelson.engine.config.load.slot.UsedSlots;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Makes a declared stack into one that can be planned: compiled, and checked against schemas.
public final class StackLoader {
  private final ExpressionCompiler compiler;
  private final Schemas schemas;

  public StackLoader(ExpressionCompiler compiler, Schemas schemas) {
    this.compiler = compiler;
    this.schemas = schemas;
  }

  /// For stacks whose providers need no configuration.
  ///
  /// @param schemas the schema of a resource or data source, if a provider has its type
  public StackLoader(
      ExpressionCompiler compiler, Function<ResourceAddress, Optional<Schema>> schemas) {
    this(
        compiler,
        new Schemas() {
          @Override
          public Optional<Schema> of(ResourceAddress resource, Optional<String> configuration) {
            return configuration.isPresent() ? Optional.empty() : schemas.apply(resource);
          }

          @Override
          public Callable function(String provider, String name) {
            return new Callable.Undeclared("no provider has a name here", "");
          }

          @Override
          public Callable functionOf(String configuration, String name) {
            return new Callable.Broken(configuration);
          }

          @Override
          public Optional<Schema> configuration(String name) {
            return Optional.empty();
          }
        });
  }

  /// A loaded stack. A resource with errors is frozen, and so is one that a wrong move, removal or
  /// import names, and an output with errors; locals and checks with errors are left out.
  ///
  /// @param diagnostics errors and warnings, in the order in which they are shown
  public record Loaded(StackConfig config, List<Diagnostic> diagnostics) {
    public Loaded {
      var sorted = new ArrayList<>(diagnostics);
      sorted.sort(Diagnostic.ORDER);
      diagnostics = Collections.unmodifiableList(sorted);
    }
  }

  public Loaded load(StackDeclaration declaration) {
    return load(declaration, List.of());
  }

  /// The same where components are used of which nothing is known: they are frozen, and whatever
  /// names them waits.
  ///
  /// @param unusable their names
  public Loaded load(StackDeclaration declaration, Collection<String> unusable) {
    return new Loading(declaration).load(unusable);
  }

  /// A declaration while it is loaded.
  private final class Loading {
    private final StackDeclaration declaration;
    private final ComponentDeclaration root;
    private final DefinitionLoader definitions;
    private final BodyLoader loader;
    private final ProviderLoader providers;
    private final Problems problems = new Problems();

    Loading(StackDeclaration declaration) {
      this.declaration = declaration;
      this.root = rootOf(declaration);
      var identity = DeclaredTypes.of(declaration.identity());
      this.definitions = new DefinitionLoader(compiler, schemas, identity, declaration.providers());
      this.loader =
          new BodyLoader(
              definitions, schemas, root, DeclaredTypes.of(declaration.variables()), problems);
      this.providers =
          new ProviderLoader(compiler, loader.types(), schemas, declaration.providers(), problems);
    }

    /// The stack is the outermost component.
    private static ComponentDeclaration rootOf(StackDeclaration stack) {
      return new ComponentDeclaration(
          List.of(),
          stack.locals(),
          stack.resources(),
          stack.components(),
          stack.outputs(),
          stack.moves(),
          stack.removals(),
          stack.checks());
    }

    Loaded load(Collection<String> unusable) {
      loader.loadComponentTypes();
      unusable.forEach(loader::freezeComponent);
      loader.loadLocals();
      loader.loadComponents(UsedSlots.inStack(declaration.providers()));
      providers.load();
      loader.loadResources(providers::obstacle);
      var body = loader.body(new TreeMap<>());
      var linked = linked(body);
      var importing = new ImportLoader(compiler, loader.types(), linked, problems);
      var imports = importing.load(declaration.imports());
      new ConfigCycles(linked, body.locals(), providers.usable(), imports, problems).refuse();
      var moves = new MoveLoader(linked, problems);
      linked.declarations().forEach(moves::read);
      var removals = new RemovalLoader(linked, problems);
      linked.declarations().forEach(removals::read);
      var config =
          new StackConfig(
                  linked.resources(),
                  linked.components(),
                  body.locals(),
                  body.outputs(),
                  declaration.variables(),
                  declaration.identity(),
                  new StackConfig.Frozen(
                      linked.frozen(), linked.frozenComponents(), body.frozenOutputs()),
                  moves.load(),
                  removals.removals(),
                  imports,
                  body.checks(),
                  providers.usable(),
                  List.of())
              .freeze(moves.frozen())
              .freezeComponents(moves.frozenComponents())
              .freeze(removals.frozen())
              .freezeComponents(removals.frozenComponents())
              .freeze(importing.frozen());
      return new Loaded(config, problems.found());
    }

    private LinkedComponents linked(ComponentBody body) {
      var types = loader.types();
      var transforms =
          new TransformLoader(compiler, types, types, Subject.stack(), problems)
              .load(declaration.transforms());
      var linked = new LinkedComponents(definitions, providers, schemas, problems);
      linked.link(
          new LinkedComponents.Compiled(root, body, loader.transforms()),
          transforms,
          FilledSlots.ofStack(declaration));
      return linked;
    }
  }
}
