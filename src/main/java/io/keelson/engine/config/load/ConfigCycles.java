package io.keelson.engine.config.load;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Import;
import io.keelson.engine.config.ProviderConfiguration;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Refuses what needs itself by way of others: resources that do are frozen, and an input that does
/// is taken out with everything in its component.
///
/// @rule R-GRAPH-13
final class ConfigCycles {
  private final LinkedComponents linked;
  private final SortedMap<Subject, SortedSet<Subject>> needs = new TreeMap<>();
  private final Problems problems;

  /// @param locals of the stack itself
  /// @param imports which may refer to resources, too
  ConfigCycles(
      LinkedComponents linked,
      SortedMap<String, Expression> locals,
      SortedMap<String, ProviderConfiguration> providers,
      SortedMap<ResourceAddress, List<Import>> imports,
      Problems problems) {
    this.linked = linked;
    this.problems = problems;
    names(ComponentPath.ROOT, locals);
    linked.components().forEach(this::component);
    linked.resources().values().forEach(this::resource);
    providers.forEach((name, config) ->
        needs.put(ProviderLoader.subject(name), behind(ComponentPath.ROOT, config.references())));
    imports.values().stream().flatMap(List::stream).forEach(this::imported);
  }

  void refuse() {
    var cycles = ReferenceCycles.in(needs);
    cycles.forEach((subject, cycle) ->
        subject
            .about()
            .ifPresent(address -> {
              problems.add(cycle);
              linked.resources().remove(address);
              linked.frozen().add(address);
            }));
    for (ComponentPath path : List.copyOf(linked.components().keySet())) cut(path, cycles);
  }

  /// Names that need each other in a circle always do so by way of an input.
  private void cut(ComponentPath path, SortedMap<Subject, Diagnostic> cycles) {
    var component = linked.components().get(path);
    if (component == null) return;
    var inputs = new TreeMap<>(component.inputs());
    for (String name : component.inputs().keySet()) {
      var cycle = cycles.get(name(path, "variable", name));
      if (cycle == null) continue;
      problems.add(cycle);
      inputs.put(name, new Circular(cycle));
      linked.frozenComponents().add(path);
    }
    if (inputs.equals(component.inputs())) return;
    linked.components().put(path, component.given(inputs));
    for (ResourceAddress each : path.resourcesIn(linked.resources()).keySet()) {
      linked.resources().remove(each);
      linked.frozen().add(each);
    }
  }

  /// An input that would need its own value.
  private record Circular(Diagnostic cycle) implements Expression {
    @Override
    public Type type() {
      return Types.DYNAMIC;
    }

    @Override
    public List<Reference> references() {
      return List.of();
    }

    @Override
    public Evaluated evaluate(Scope scope) {
      return Evaluated.failed(cycle);
    }
  }

  private void names(ComponentPath at, SortedMap<String, Expression> locals) {
    locals.forEach((name, expression) ->
        needs.put(name(at, "local", name), behind(at, expression.references())));
  }

  private void component(ComponentPath path, ComponentConfig component) {
    var around = path.parent();
    var body = component.body();
    names(path, body.locals());
    body.variables()
        .forEach((name, variable) -> {
          var input = component.inputs().get(name);
          var all = input == null ? new TreeSet<Subject>() : behind(around, input.references());
          all.addAll(behind(path, CheckRule.references(variable.validations())));
          all.remove(name(path, "variable", name));
          needs.put(name(path, "variable", name), all);
        });
    body.outputs()
        .forEach((name, output) -> {
          var all = behind(path, output.references());
          all.addAll(roots(path, output.dependsOn()));
          all.addAll(behind(around, component.repetition().references()));
          all.addAll(roots(around, component.dependsOn()));
          needs.put(name(path, "output", name), all);
        });
  }

  private void resource(ResourceConfig config) {
    var at = config.address().in();
    var all = behind(at, config.references());
    all.addAll(roots(at, config.dependsOn()));
    config.lifecycle().containing(linked.resources()).forEach(each -> all.add(Subject.of(each)));
    all.remove(Subject.of(config.address()));
    config.providerConfiguration().ifPresent(name -> all.add(ProviderLoader.subject(name)));
    for (var inside = at; !inside.isRoot(); inside = inside.parent()) {
      var component = linked.components().get(inside);
      if (component == null) continue;
      all.addAll(behind(inside.parent(), component.repetition().references()));
      all.addAll(roots(inside.parent(), component.dependsOn()));
    }
    needs.put(Subject.of(config.address()), all);
  }

  private void imported(Import statement) {
    var needed = needs.get(Subject.of(statement.to()));
    if (needed != null) needed.addAll(behind(ComponentPath.ROOT, statement.references()));
  }

  private SortedSet<Subject> behind(ComponentPath at, Collection<Reference> references) {
    var subjects = new TreeSet<Subject>();
    for (Reference reference : references) add(at, reference.root(), subjects);
    return subjects;
  }

  private void add(ComponentPath at, Root root, Set<Subject> subjects) {
    switch (root) {
      case Root.Resource(var address) -> subjects.add(Subject.of(address.within(at)));
      case Root.Local(var name) -> subjects.add(name(at, "local", name));
      case Root.Variable(var name) -> {
        if (!at.isRoot()) subjects.add(name(at, "variable", name));
      }
      case Root.Outer(int depth, var outer) -> add(at.first(depth), outer, subjects);
      case Root.Component(var name, var output) -> {
        var inside = at.component(name);
        var component = linked.components().get(inside);
        if (component != null)
          for (String each : component.body().outputs().keySet())
            if (output.isEmpty() || output.get().equals(each))
              subjects.add(name(inside, "output", each));
      }
      case Root.EachKey _,
          Root.EachValue _,
          Root.CountIndex _,
          Root.Self _,
          Root.Secret _,
          Root.Named _,
          Root.Registered _,
          Root.Stack _ -> {}
    }
  }

  /// What `dependsOn` names: of a component everything inside, and its outputs and inputs.
  private SortedSet<Subject> roots(ComponentPath at, Collection<Root> roots) {
    var subjects = new TreeSet<Subject>();
    for (Root root : roots) {
      add(at, root, subjects);
      if (!(root instanceof Root.Component(var name, var output)) || output.isPresent()) continue;
      var inside = at.component(name);
      for (ResourceAddress each : inside.resourcesIn(linked.resources()).keySet())
        if (each.mode() != ResourceAddress.Mode.EPHEMERAL) subjects.add(Subject.of(each));
      var component = linked.components().get(inside);
      if (component != null)
        component.inputs().keySet().forEach(input -> subjects.add(name(inside, "variable", input)));
    }
    return subjects;
  }

  private static Subject name(ComponentPath at, String kind, String name) {
    return Subject.part(kind, name).in(at);
  }
}
