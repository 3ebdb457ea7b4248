package io.keelson.operator.component;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Where the parts of a definition are written.
final class DefinitionPlaces {
  private final ComponentDefinitionSpec spec;

  DefinitionPlaces(ComponentDefinitionSpec spec) {
    this.spec = spec;
  }

  /// The path from `spec`; the root where nothing is written for it.
  AttributePath of(Subject subject) {
    return switch (subject) {
      case Subject.OfResource(var resource) ->
          place(
              "resources",
              spec.resources,
              each -> each.type.equals(resource.type()) && each.name.equals(resource.name()));
      case Subject.Part(var kind, var name) -> part(kind, name);
      case Subject.Whole _, Subject.OfInstance _ -> AttributePath.ROOT;
    };
  }

  private AttributePath part(String kind, String name) {
    return switch (kind) {
      case "variable" -> place("variables", spec.variables, each -> each.name.equals(name));
      case "output" -> place("outputs", spec.outputs, each -> each.name.equals(name));
      case "component" -> place("components", spec.components, each -> each.name.equals(name));
      case "check" -> place("checks", spec.checks, each -> each.name.equals(name));
      case "local" -> AttributePath.of("locals").attribute(name);
      default -> AttributePath.ROOT;
    };
  }

  private static <T> AttributePath place(
      String list, @Nullable List<T> written, Function<T, Boolean> isMeant) {
    var all = Objects.requireNonNullElse(written, List.<T>of());
    for (int i = 0; i < all.size(); i++)
      if (isMeant.apply(all.get(i))) return AttributePath.of(list).index(i);
    return AttributePath.of(list);
  }
}
