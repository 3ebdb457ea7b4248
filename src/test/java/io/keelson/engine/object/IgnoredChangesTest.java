package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.PathPattern;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class IgnoredChangesTest {
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "p", Attribute.of(Types.STRING, Presence.OPTIONAL_COMPUTED),
                  "any", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL),
                  "tags", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL))));

  private static final Value NO_TAGS = Value.nothing(Type.map(Types.STRING));
  private static final Value NONE = Value.nothing(Types.DYNAMIC);

  private static Value object(Value id, Value p, Value any, Value tags) {
    return Value.object(Map.of("id", id, "p", p, "any", any, "tags", tags));
  }

  private static Value prior(Value p, Value any, Value tags) {
    return object(Value.text("i"), p, any, tags);
  }

  private static Value config(Value p, Value any, Value tags) {
    return object(Value.nothing(Types.STRING), p, any, tags);
  }

  private static Value tags(String... entries) {
    var all = new TreeMap<String, Value>();
    for (int i = 0; i < entries.length; i += 2) all.put(entries[i], Value.text(entries[i + 1]));
    return Value.map(Types.STRING, all);
  }

  private static Value p(String text) {
    return Value.text(text);
  }

  private static Value ignoring(Value prior, Value config, String... paths) {
    var parsed = Stream.of(paths).map(PathPattern::parse).toList();
    return IgnoredChanges.apply(new Lifecycle.IgnoreChanges.Only(parsed), SCHEMA, prior, config);
  }

  private static Value ignoringTags(Value before, Value after) {
    return ignoring(prior(p("p"), NONE, before), config(p("p"), NONE, after), "tags[\"x\"]");
  }

  @Test
  @Tag("R-IGN-3")
  @Tag("AC-39")
  void ac39_ignoredKeyOfAMap_staysWhileOthersChange() {
    assertThat(ignoringTags(tags("x", "1"), tags("x", "2", "y", "1")))
        .isEqualTo(config(p("p"), NONE, tags("x", "1", "y", "1")));
  }

  @Test
  @Tag("R-IGN-3")
  @Tag("AC-40")
  void ac40_ignoredKeyThatWasNotThere_isNotAdded() {
    assertThat(ignoringTags(tags(), tags("x", "2"))).isEqualTo(config(p("p"), NONE, tags()));
  }

  @Test
  @Tag("R-IGN-5")
  @Tag("AC-41")
  void ac41_everythingIgnored_isThePriorWithoutWhatOnlyTheProviderSets() {
    var prior = prior(p("drifted"), NONE, tags("x", "1"));

    assertThat(
            IgnoredChanges.apply(
                new Lifecycle.IgnoreChanges.All(), SCHEMA, prior, config(p("mine"), NONE, NO_TAGS)))
        .isEqualTo(config(p("drifted"), NONE, tags("x", "1")));
  }

  @Test
  @Tag("R-IGN-1")
  void withoutPrior_nothingIsIgnored() {
    var config = config(p("mine"), NONE, NO_TAGS);

    assertThat(ignoring(Value.nothing(SCHEMA.type()), config, "p")).isSameAs(config);
    assertThat(
            IgnoredChanges.apply(
                new Lifecycle.IgnoreChanges.All(), SCHEMA, Value.nothing(SCHEMA.type()), config))
        .isSameAs(config);
  }

  @Test
  @Tag("R-IGN-2")
  void ignoredAttribute_takesThePriorValue() {
    assertThat(
            ignoring(
                prior(p("old"), NONE, NO_TAGS),
                config(Value.unknown(Types.STRING), NONE, NO_TAGS),
                "p"))
        .isEqualTo(config(p("old"), NONE, NO_TAGS));
  }

  @Test
  @Tag("R-IGN-3")
  void keyRemovedFromTheConfiguration_stays() {
    assertThat(ignoringTags(tags("x", "1", "y", "1"), tags("y", "1")))
        .isEqualTo(config(p("p"), NONE, tags("x", "1", "y", "1")));
    assertThat(ignoringTags(tags("x", "1"), NO_TAGS))
        .isEqualTo(config(p("p"), NONE, tags("x", "1")));
  }

  @Test
  @Tag("R-IGN-3")
  void mapThatIsNullOrUnknown_staysSo() {
    var unknown = Value.unknown(Type.map(Types.STRING));

    assertThat(ignoringTags(tags(), NO_TAGS)).isEqualTo(config(p("p"), NONE, NO_TAGS));
    assertThat(ignoringTags(tags("x", "1"), unknown)).isEqualTo(config(p("p"), NONE, unknown));
  }

  @Test
  @Tag("R-IGN-4")
  void partsThatExistOnOneSideOnly_areSkipped() {
    var before = prior(p("p"), Value.tuple(List.of(p("a"))), NO_TAGS);
    var after = config(p("p"), Value.tuple(List.of(p("b"), p("c"))), NO_TAGS);

    assertThat(ignoring(before, after, "any[1]")).isEqualTo(after);
    assertThat(ignoring(before, after, "any.x")).isEqualTo(after);
    assertThat(ignoring(before, after, "any[0]"))
        .isEqualTo(config(p("p"), Value.tuple(List.of(p("a"), p("c"))), NO_TAGS));
  }

  @Test
  void partOfAnObject_isReplacedWhereBothHaveIt() {
    var before = prior(p("p"), Value.object(Map.of("x", Value.number(1))), NO_TAGS);
    var after = config(p("p"), Value.object(Map.of("x", p("2"), "y", Value.number(3))), NO_TAGS);

    assertThat(ignoring(before, after, "any.x", "any.y"))
        .isEqualTo(
            config(
                p("p"), Value.object(Map.of("x", Value.number(1), "y", Value.number(3))), NO_TAGS));
  }

  @Test
  @Tag("R-IGN-6")
  void substitutedValue_bringsItsOwnMarks() {
    var secret = Marks.sensitive("variable.s");
    var marked = p("new").withMarks(secret);

    assertThat(ignoring(prior(p("old"), NONE, NO_TAGS), config(marked, NONE, NO_TAGS), "p"))
        .isEqualTo(config(p("old"), NONE, NO_TAGS));
    assertThat(
            ignoring(
                prior(p("old").withMarks(secret), NONE, NO_TAGS),
                config(p("new"), NONE, NO_TAGS),
                "p"))
        .isEqualTo(config(p("old").withMarks(secret), NONE, NO_TAGS));
  }
}
