package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.apiserver.Json;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.provider.kubernetes.fields.LiveObject.Managed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A field that was taken out of a manifest and is there all the same, since others have set it as
/// well: the API server removes a field when its last manager gives it up.
///
/// What others have taken over by then, or set by way of a subresource, as whoever scales does, is
/// theirs. To take it out of the manifest is to leave it to them.
///
/// @param steps as the fields trees call them, such as `f:data`, `f:key`
/// @param managers who has set it, at least one
public record StayingField(List<String> steps, SortedSet<String> managers) {
  public StayingField {
    steps = Collections.unmodifiableList(new ArrayList<>(steps));
    managers = Collections.unmodifiableSortedSet(new TreeSet<>(managers));
  }

  /// The fields of one manifest that are not in the next one, and stay.
  ///
  /// @param former the object before the change
  /// @param live the object after the change
  /// @param manager our own field manager
  public static List<StayingField> of(
      Value before, Value after, LiveObject former, LiveObject live, String manager) {
    var found = new ArrayList<StayingField>();
    collect(before, after, live.othersOfTheWhole(manager), List.of(), found);
    var owned = former.fieldsOf(manager);
    found.removeIf(field -> !has(owned, field.steps()));
    return found;
  }

  /// Whether anything is taken out at all, as far as that can be told without the object.
  public static boolean isPossible(Value before, Value after) {
    if (before instanceof Mapping one && after instanceof Mapping two)
      return one.keys().stream()
          .filter(key -> !one.attribute(key).isNull())
          .anyMatch(key -> {
            var now = two.get(key);
            return now == null || now.isNull() || isPossible(one.attribute(key), now);
          });
    return before instanceof Sequence && after instanceof Sequence && !before.matches(after);
  }

  private static void collect(
      Value before, Value after, List<Managed> others, List<String> at, List<StayingField> found) {
    if (others.isEmpty()) return;
    if (before instanceof Mapping one && after instanceof Mapping two)
      for (var key : one.keys()) {
        var now = two.get(key);
        var gone = now == null || now.isNull();
        if (!one.attribute(key).isNull())
          step("f:" + key, one.attribute(key), gone ? null : now, others, at, found);
      }
    else if (before instanceof Sequence one && after instanceof Sequence two)
      for (var item : one.elements())
        for (var field : names(item, others)) {
          var now = two.elements().stream().filter(each -> field.mayName(each)).findFirst();
          step(field.field(), item, now.orElse(null), others, at, found);
        }
  }

  private static void step(
      String field,
      Value before,
      @Nullable Value after,
      List<Managed> others,
      List<String> at,
      List<StayingField> found) {
    var under = under(field, others);
    if (under.isEmpty()) return;
    var steps = new ArrayList<>(at);
    steps.add(field);
    if (after != null) collect(before, after, under, steps, found);
    else if (field.startsWith("f:") && hasFields(under) && before instanceof Mapping mapping)
      collect(before, mapping.withEntries(Map.of()), under, steps, found);
    else found.add(new StayingField(steps, managers(under)));
  }

  /// Whether there is more to tell than the whole: others may have set fields beside those that are
  /// declared no more, and these are theirs. An item of a list is told as a whole.
  private static boolean hasFields(List<Managed> under) {
    return under.stream()
        .anyMatch(
            part -> part.fields().properties().stream().anyMatch(e -> e.getKey().startsWith("f:")));
  }

  private static List<OwnedFields.Item> names(Value item, List<Managed> others) {
    return others.stream()
        .flatMap(part -> OwnedFields.items(part.fields()).stream())
        .filter(field -> field.mayName(item))
        .limit(1)
        .toList();
  }

  private static List<Managed> under(String field, List<Managed> parts) {
    return parts.stream()
        .map(part -> new Managed(part.manager(), part.fields().path(field)))
        .filter(part -> !part.fields().isMissingNode())
        .toList();
  }

  private static SortedSet<String> managers(List<Managed> parts) {
    var managers = new TreeSet<String>();
    parts.forEach(part -> managers.add(part.manager()));
    return managers;
  }

  /// Those that stayed after an earlier change and stay still.
  ///
  /// @param manifest what is declared now
  public static List<StayingField> still(
      List<List<String>> earlier, Value manifest, LiveObject live, String manager) {
    var found = new ArrayList<StayingField>();
    for (var steps : earlier) {
      var managers = new TreeSet<String>();
      for (Managed each : live.othersOfTheWhole(manager))
        if (has(each.fields(), steps)) managers.add(each.manager());
      if (!managers.isEmpty() && !isDeclared(manifest, steps))
        found.add(new StayingField(steps, managers));
    }
    return found;
  }

  private static boolean has(JsonNode fields, List<String> steps) {
    var here = fields;
    for (var step : steps) here = here.path(step);
    return !here.isMissingNode();
  }

  private static boolean isDeclared(Value manifest, List<String> steps) {
    if (steps.isEmpty()) return !manifest.isNull();
    var rest = steps.subList(1, steps.size());
    var step = steps.getFirst();
    if (step.startsWith("f:")) {
      var value = manifest instanceof Mapping mapping ? mapping.get(step.substring(2)) : null;
      return value != null && isDeclared(value, rest);
    }
    var field = OwnedFields.items(Json.object().set(step, Json.object())).getFirst();
    return manifest instanceof Sequence list
        && list.elements().stream().anyMatch(item -> field.mayName(item) && isDeclared(item, rest));
  }

  /// Where it is, as far as a path of attributes can tell: an item of a list has no fixed place.
  public AttributePath path() {
    var path = AttributePath.of("manifest");
    for (var step : steps.subList(0, attributes())) path = path.attribute(step.substring(2));
    return path;
  }

  private int attributes() {
    int count = 0;
    while (count < steps.size() && steps.get(count).startsWith("f:")) count++;
    return count;
  }

  /// The same without what may be secret: keys below something sensitive, and what tells an item of
  /// a list that holds something sensitive.
  ///
  /// @param hidden paths within the manifest that held sensitive values
  public StayingField above(SortedSet<AttributePath> hidden) {
    int shown = steps.size();
    for (var secret : hidden) {
      var at = AttributePath.of("manifest").then(secret);
      if (path().startsWith(at)) shown = Math.min(shown, secret.steps().size());
      else if (at.startsWith(path())) shown = Math.min(shown, attributes());
    }
    return new StayingField(steps.subList(0, shown), managers);
  }

  /// Such as `manifest.spec.ports[{"port":80}]`.
  @Override
  public String toString() {
    var text = new StringBuilder(path().toString());
    for (var step : steps.subList(attributes(), steps.size()))
      text.append(step.startsWith("f:") ? "." + step.substring(2) : "[" + step.substring(2) + "]");
    return text.toString();
  }
}
