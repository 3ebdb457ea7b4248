package io.keelson.engine.object;

import static io.keelson.testing.Attributes.writeOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProviderReplacePathsTest {
  private static final Subject SUBJECT = Subject.of(InstanceAddress.parse("server.web"));
  private static final Value PRIOR = ft(Value.text("v"));
  private static final Schema SCHEMA = schema(Attribute.of(Types.DYNAMIC, Presence.OPTIONAL));

  private static Schema schema(Attribute attribute) {
    return Schema.of(0, new TreeMap<>(Map.of("ft", attribute)));
  }

  private static Value ft(Value value) {
    return Value.object(Map.of("ft", value));
  }

  private static SortedSet<AttributePath> paths(String... paths) {
    return new TreeSet<>(Stream.of(paths).map(AttributePath::parse).toList());
  }

  @Test
  @Tag("R-PLAN-14")
  @Tag("AC-08")
  void ac08_unknown_countsAsChanged() {
    assertThat(
            ProviderReplacePaths.changed(
                SCHEMA, paths("ft"), PRIOR, ft(Value.unknown(Types.STRING))))
        .isEqualTo(paths("ft"));
  }

  @Test
  @Tag("R-PLAN-14")
  @Tag("AC-09")
  void ac09_equalValue_isNoReasonToReplace() {
    assertThat(ProviderReplacePaths.changed(SCHEMA, paths("ft"), PRIOR, ft(Value.text("v"))))
        .isEmpty();
  }

  @Test
  @Tag("R-PLAN-14")
  void pathOnOneSideOnly_countsAsChanged() {
    var planned = ft(Value.object(Map.of("a", Value.text("x"))));

    assertThat(ProviderReplacePaths.changed(SCHEMA, paths("ft.a"), PRIOR, planned))
        .isEqualTo(paths("ft.a"));
    assertThat(ProviderReplacePaths.changed(SCHEMA, paths("ft.a"), planned, PRIOR))
        .isEqualTo(paths("ft.a"));
  }

  @Test
  @Tag("R-PLAN-14")
  void withoutPrior_nothingIsReplaced() {
    var none = Value.nothing(PRIOR.type());

    assertThat(ProviderReplacePaths.changed(SCHEMA, paths("ft"), none, PRIOR)).isEmpty();
    assertThat(ProviderReplacePaths.check(SUBJECT, "cloud", paths("nope"), none, PRIOR)).isEmpty();
  }

  @Test
  @Tag("R-WO-2")
  void writeOnlyAttribute_countsAsChangedWheneverTheProviderSaysSo() {
    var schema = schema(writeOnly(Attribute.of(Types.STRING, Presence.OPTIONAL)));
    var none = ft(Value.nothing(Types.STRING));

    assertThat(ProviderReplacePaths.changed(schema, paths("ft"), none, none))
        .isEqualTo(paths("ft"));
    assertThat(ProviderReplacePaths.changed(SCHEMA, paths("ft"), none, none)).isEmpty();
  }

  @Test
  @Tag("R-CHK-7")
  void pathThatLeadsNowhere_isTheProvidersFault() {
    assertThat(ProviderReplacePaths.check(SUBJECT, "cloud", paths("ft", "nope"), PRIOR, PRIOR))
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(problem.path()).isEqualTo(AttributePath.of("nope"));
        })
        .extracting(Diagnostic::detail)
        .asString()
        .contains("cloud");
  }
}
