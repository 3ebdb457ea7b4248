package io.keelson.engine.config.contract;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds what a definition had and no longer has, through all components in it.
final class VanishedParts {
  private final ComponentDeclaration is;
  private final List<Named> named = new ArrayList<>();
  private final SortedSet<Target> found = new TreeSet<>();

  VanishedParts(ComponentDeclaration is) {
    this.is = is;
    readNames(ComponentPath.ROOT, is);
  }

  /// What a statement is about.
  ///
  /// @param component the one that is meant, or that the resource stands in
  private record Named(ComponentPath component, Optional<ResourceAddress> resource) {
    boolean covers(ResourceAddress other) {
      return resource.map(other::equals).orElseGet(() -> other.in().startsWith(component));
    }

    boolean covers(ComponentPath other) {
      return resource.isEmpty() && other.startsWith(component);
    }

    boolean isInside(ComponentPath other) {
      return component.startsWith(other);
    }
  }

  SortedSet<Target> since(ComponentDeclaration was) {
    compare(ComponentPath.ROOT, was, is);
    return found;
  }

  private void readNames(ComponentPath scope, ComponentDeclaration declared) {
    declared.moves().forEach(each -> readName(scope, each.from()));
    declared.removals().forEach(each -> readName(scope, each.from()));
    declared.resources().forEach(each -> each.aliases().forEach(name -> readName(scope, name)));
    for (var each : declared.components()) {
      each.aliases().forEach(name -> readName(scope, name));
      readNames(scope.component(each.name()), each.definition());
    }
  }

  /// What cannot be read names nothing; that is told where it is written.
  private void readName(ComponentPath scope, String text) {
    Target name;
    try {
      name = Target.parse(text);
    } catch (IllegalArgumentException e) {
      return;
    }
    named.add(new Named(scope.then(name.path()), name.block().map(each -> each.within(scope))));
  }

  private void compare(ComponentPath at, ComponentDeclaration was, ComponentDeclaration now) {
    if (was == now) return;
    var declared =
        now.resources().stream()
            .map(ResourceDeclaration::address)
            .collect(Collectors.toCollection(HashSet::new));
    for (var each : was.resources())
      if (!declared.contains(each.address())) gone(each.address().within(at));
    var uses = new HashMap<String, ComponentDeclaration>();
    now.components().forEach(each -> uses.put(each.name(), each.definition()));
    for (var each : was.components()) {
      var path = at.component(each.name());
      var use = uses.get(each.name());
      if (use == null) gone(path, each.definition());
      else compare(path, each.definition(), use);
    }
  }

  /// Of what is only read or opened there are no objects.
  private void gone(ResourceAddress resource) {
    if (resource.mode() != ResourceAddress.Mode.MANAGED) return;
    if (named.stream().noneMatch(each -> each.covers(resource)))
      found.add(Target.parse(resource.toString()));
  }

  private void gone(ComponentPath path, ComponentDeclaration definition) {
    if (named.stream().anyMatch(each -> each.covers(path))) return;
    if (named.stream().noneMatch(each -> each.isInside(path))) {
      found.add(Target.parse(path.toString()));
      return;
    }
    definition.resources().forEach(each -> gone(each.address().within(path)));
    definition.components().forEach(each -> gone(path.component(each.name()), each.definition()));
  }
}
