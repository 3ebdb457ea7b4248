package io.keelson.cli.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackVariable.OutputReference;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.stack.declaration.VariableSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What files declare.
///
/// @param data Secrets and ConfigMaps, by `KIND/NAMESPACE/NAME`
/// @param ignored how many objects of each other kind there are
/// @param substituted objects in which Flux would replace expressions
/// @param fluxIsUsed whether a Kustomization of Flux that substitutes is among the files, or an
///   object is kept from it
/// @param incomplete objects that are here without what is wrong in them, as the problems say
public record Manifests(
    List<Declared<Stack>> stacks,
    List<Declared<Resource>> resources,
    List<Declared<Provider>> providers,
    List<Declared<ProviderConfig>> providerConfigs,
    List<Declared<Policy>> policies,
    List<Declared<Component>> components,
    List<Declared<ComponentDefinition>> definitions,
    SortedMap<String, VariableSource.Data> data,
    SortedMap<String, Integer> ignored,
    List<String> substituted,
    AtomicBoolean fluxIsUsed,
    List<LocatedProblem> problems,
    Set<Origin> incomplete) {

  /// One object, and where it stands.
  public record Declared<T>(T object, Origin origin) {}

  /// The one Stack that a command is about, as everything that the files say of it; or why there is
  /// none.
  ///
  /// @param name which one, if there are several
  public Chosen choose(@Nullable String name) {
    var found =
        stacks.stream()
            .filter(each -> name == null || each.object().getMetadata().getName().equals(name))
            .toList();
    if (found.size() != 1) return new Chosen.None(refusal(name, found.size()));
    return new Chosen.One(with(found.getFirst()));
  }

  /// Every Stack, or the one of this name.
  public List<DeclaredStack> all(@Nullable String name) {
    return stacks.stream()
        .filter(each -> name == null || each.object().getMetadata().getName().equals(name))
        .map(this::with)
        .toList();
  }

  private DeclaredStack with(Declared<Stack> stack) {
    return new DeclaredStack(
        stack,
        resources.stream()
            .filter(each -> belongs(each, each.object().getSpec().stack, stack))
            .toList(),
        components.stream()
            .filter(each -> belongs(each, each.object().getSpec().stack, stack))
            .toList());
  }

  private static boolean belongs(
      Declared<? extends HasMetadata> member, String to, Declared<Stack> stack) {
    var home = stack.object().getMetadata();
    return to.equals(home.getName())
        && member.object().getMetadata().getNamespace().equals(home.getNamespace());
  }

  /// Whether a problem may only follow from something that is wrong in the same object, and so is
  /// not told.
  public boolean mayFollow(LocatedProblem problem) {
    return problem.origin().filter(incomplete::contains).isPresent();
  }

  /// Resources and Components whose Stack is not there.
  public List<LocatedProblem> strays() {
    return Stream.concat(
            resources.stream().flatMap(each -> stray(each, each.object().getSpec().stack)),
            components.stream().flatMap(each -> stray(each, each.object().getSpec().stack)))
        .toList();
  }

  private Stream<LocatedProblem> stray(Declared<? extends HasMetadata> member, String named) {
    if (stacks.stream().anyMatch(stack -> belongs(member, named, stack))) return Stream.empty();
    return Stream.of(
        new LocatedProblem(
            Optional.of(member.origin()),
            Diagnostic.warning(
                Code.UNDECLARED,
                Subject.stack(),
                "Its Stack is not there",
                "No file declares the Stack '%s' in namespace '%s'. Its references and expressions were not checked."
                    .formatted(named, member.object().getMetadata().getNamespace()))));
  }

  /// A Stack, or why there is none.
  public sealed interface Chosen {
    record One(DeclaredStack stack) implements Chosen {}

    record None(LocatedProblem why) implements Chosen {}
  }

  private LocatedProblem refusal(@Nullable String name, int found) {
    var names =
        stacks.stream()
            .map(each -> "%s (%s)".formatted(each.object().getMetadata().getName(), each.origin()))
            .collect(Collectors.joining(", "));
    var there = names.isEmpty() ? "There is no Stack" : "There are these Stacks: " + names;
    var detail =
        found > 1
            ? there + ". Say which one with --stack, or name the files of one with -f."
            : name != null && !names.isEmpty()
                ? there + "; none is called '" + name + "'."
                : there + " in what -f names. A plan needs the Stack and all of its Resources.";
    return new LocatedProblem(
        Optional.empty(),
        Diagnostic.error(
            Code.OPTIONS,
            Subject.stack(),
            found > 1 ? "More than one Stack" : "No Stack to plan",
            detail));
  }

  /// Secrets and ConfigMaps of a namespace: first those of the files, then others.
  public VariableSource variables(String namespace, VariableSource others) {
    return new VariableSource() {
      @Override
      public Optional<Data> data(String kind, String name) throws Denied {
        var declared = data.get(kind + "/" + namespace + "/" + name);
        return declared == null ? others.data(kind, name) : Optional.of(declared);
      }

      @Override
      public Shared output(OutputReference reference) throws Denied, Absent {
        return others.output(reference);
      }

      @Override
      public String writer(String kind, String name, String key) {
        return others.writer(kind, name, key);
      }
    };
  }

  /// What was left out, as one sentence; empty if nothing was.
  public Optional<String> note() {
    if (ignored.isEmpty()) return Optional.empty();
    var kinds =
        ignored.entrySet().stream()
            .map(each ->
                each.getValue() == 1 ? each.getKey() : each.getValue() + " x " + each.getKey())
            .collect(Collectors.joining(", "));
    return Optional.of(
        "Note: only Stacks, Resources, Components and what they refer to are read. Left out: "
            + kinds
            + ".");
  }
}
