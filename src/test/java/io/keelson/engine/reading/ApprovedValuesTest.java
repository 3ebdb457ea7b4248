package io.keelson.engine.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.config.Lifecycle.IgnoreChanges;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An approval lasts while values change that nobody decides about, and no longer.
@Tag("R-IGN-7")
final class ApprovedValuesTest {
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "image", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "tags", Attribute.of(new Type.MapOf(Types.STRING), Presence.OPTIONAL),
                  "seen", Attribute.of(Types.STRING, Presence.COMPUTED))));
  private static final Value APPLIED = server("one", Map.of("team", "a"), text("monday"));

  @Test
  void ignoredEntryOfAMap_mayChangeComeAndGo() {
    var approved = update("one", Map.of("team", "a"), "monday", "tags.load");

    assertThat(update("one", Map.of("team", "a", "load", "5"), "monday", "tags.load"))
        .isEqualTo(update("one", Map.of("team", "a", "load", "7"), "monday", "tags.load"))
        .isEqualTo(approved);
    assertThat(update("one", Map.of("team", "b"), "monday", "tags.load")).isNotEqualTo(approved);
  }

  @Test
  void whatOnlyTheProviderGives_mayChange() {
    var approved = update("one", Map.of(), "monday");

    assertThat(update("one", Map.of(), "tuesday")).isEqualTo(approved);
    assertThat(update("two", Map.of(), "monday")).isNotEqualTo(approved);
  }

  @Test
  void whatThePlanMakesOfIt_isApproved() {
    var before = server("one", Map.of(), text("tuesday"));

    assertThat(leaves(before, server("new", Map.of(), text("friday")), new Action.Update()))
        .isNotEqualTo(
            leaves(before, server("new", Map.of(), text("tuesday")), new Action.Update()));
  }

  @Test
  void everythingIgnored_leavesWhatTheProviderGave() {
    assertThat(update("one", Map.of("a", "b"), "monday", "*"))
        .isEqualTo(update("two", Map.of(), "monday", "*"));
  }

  /// R-IGN-1: the new object gets what is declared.
  @Test
  @Tag("R-IGN-1")
  void replacement_isApprovedWithWhatItsNewObjectGets() {
    var replace =
        new Action.Replace(
            ReplaceOrder.DESTROY_FIRST, Collections.unmodifiableSortedSet(new TreeSet<>()));
    var before = server("one", Map.of("load", "5"), text("monday"));
    var after = server("one", Map.of("load", "2"), Value.unknown(Types.STRING));

    assertThat(leaves(before, after, replace, "tags.load"))
        .isEqualTo(
            leaves(server("one", Map.of("load", "7"), text("monday")), after, replace, "tags.load"))
        .isNotEqualTo(
            leaves(
                before,
                server("one", Map.of("load", "3"), Value.unknown(Types.STRING)),
                replace,
                "tags.load"));
  }

  private static Leaves update(
      String image, Map<String, String> tags, String seen, String... ignored) {
    var before = server(image, tags, text(seen));
    return leaves(before, server("new", tags, text(seen)), new Action.Update(), ignored);
  }

  private static Leaves leaves(Value before, Value after, Action action, String... ignored) {
    var change =
        new Change(
            ObjectRef.current(InstanceAddress.parse("fake.web")),
            action,
            Reason.NONE,
            Optional.of(before),
            Optional.of(after),
            Bytes.NONE,
            Optional.empty());
    var options =
        List.of(ignored).equals(List.of("*"))
            ? new IgnoreChanges.All()
            : new IgnoreChanges.Only(Stream.of(ignored).map(PathPattern::parse).toList());
    var compared = new ApprovedValues(SCHEMA, options, before, APPLIED).in(change);
    return Leaves.of(List.of(compared), Collections.emptySortedMap(), Bytes.NONE);
  }

  private static Value text(String text) {
    return Value.text(text);
  }

  private static Value server(String image, Map<String, String> tags, Value seen) {
    var entries = new TreeMap<String, Value>();
    tags.forEach((key, value) -> entries.put(key, text(value)));
    return Value.object(
        Map.of("image", text(image), "tags", Value.map(Types.STRING, entries), "seen", seen));
  }
}
