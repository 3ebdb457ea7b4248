package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds what was taken out of a manifest and keeps its value though nobody sets it: it is the
/// default, or the API server does not let go of it, as of the cluster IP of a Service.
///
/// Items of lists are left out: what is at their place may be another item.
public final class KeptFields {
  /// What says which object it is, and what others report of it.
  private static final Set<String> NOT_DECLARED =
      Set.of("apiVersion", "kind", "metadata", "status");

  private final List<AttributePath> found = new ArrayList<>();

  private KeptFields() {}

  /// @param before the manifest that was applied
  /// @param after the manifest that is declared now
  /// @param live the object with what is declared now
  /// @return paths of single values, below `manifest`
  public static List<AttributePath> of(Value before, Value after, LiveObject live) {
    var kept = new KeptFields();
    if (before instanceof Mapping mapping)
      for (var key : mapping.keys())
        if (!NOT_DECLARED.contains(key))
          kept.collect(
              mapping.attribute(key),
              in(after, key),
              live.json().path(key),
              AttributePath.of("manifest").attribute(key));
    kept.found.removeIf(field -> live.isSet(within(field)));
    return kept.found;
  }

  private static AttributePath within(AttributePath field) {
    return new AttributePath(field.steps().subList(1, field.steps().size()));
  }

  private void collect(Value before, @Nullable Value after, JsonNode live, AttributePath at) {
    if (before instanceof Mapping mapping)
      for (var key : mapping.keys())
        collect(mapping.attribute(key), in(after, key), live.path(key), at.attribute(key));
    else if (after == null && isSame(before, live)) found.add(at);
  }

  private static @Nullable Value in(@Nullable Value value, String key) {
    var inside = value instanceof Mapping mapping ? mapping.get(key) : null;
    return inside == null || inside.isNull() ? null : inside;
  }

  private static boolean isSame(Value value, JsonNode live) {
    return switch (value) {
      case Value.Text text -> live.isTextual() && live.textValue().equals(text.text());
      case Value.Truth truth -> live.isBoolean() && live.booleanValue() == truth.truth();
      case Value.Num number ->
          live.isNumber() && live.decimalValue().compareTo(number.number()) == 0;
      default -> false;
    };
  }
}
