package io.keelson.provider.kubernetes.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.apiserver.Json;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What Stacks hold of an object that was theirs, and is another Stack's now: as long as they do,
/// the API server removes none of these fields.
///
/// Who made an object its own has marked it with the operation. Stacks that only write single keys
/// apply as the same managers, without that mark: their keys stay theirs.
///
/// @param managers those of the former Stacks
/// @param released the `managedFields` in which they hold nothing but that mark; empty if they hold
///   no more already. The next apply takes the mark from them. They are not taken out at once: of
///   an object without managers the API server gives all fields to an unknown one.
public record FormerClaims(SortedSet<String> managers, Optional<JsonNode> released) {
  private static final String MARK = "f:" + LiveObject.OPERATION;

  public FormerClaims {
    managers = Collections.unmodifiableSortedSet(new TreeSet<>(managers));
  }

  /// @param stacks which managers are those of other Stacks
  public static FormerClaims of(LiveObject live, Predicate<String> stacks) {
    var managers = new TreeSet<String>();
    var all = Json.object().putArray("managedFields");
    boolean changed = false;
    for (var entry : live.json().path("metadata").path("managedFields")) {
      var manager = entry.path("manager").asText();
      var mark = mark();
      boolean former = stacks.test(manager) && LiveObject.isApplied(entry, manager) && made(entry);
      if (former) managers.add(manager);
      if (former && !entry.path("fieldsV1").equals(mark)) {
        changed = true;
        ((ObjectNode) all.add(entry.deepCopy()).get(all.size() - 1)).set("fieldsV1", mark);
      } else {
        all.add(entry);
      }
    }
    return new FormerClaims(managers, changed ? Optional.of((JsonNode) all) : Optional.empty());
  }

  private static boolean made(JsonNode entry) {
    return entry.path("fieldsV1").path("f:metadata").path("f:annotations").has(MARK);
  }

  private static ObjectNode mark() {
    var fields = Json.object();
    fields.putObject("f:metadata").putObject("f:annotations").putObject(MARK);
    return fields;
  }
}
