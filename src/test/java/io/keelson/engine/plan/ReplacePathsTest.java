package io.keelson.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReplacePathsTest {
  private static final Subject SUBJECT = Subject.of(InstanceAddress.parse("server.web"));
  private static final Value PRIOR = ft(Value.text("v"));

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
    assertThat(ReplacePaths.changed(paths("ft"), PRIOR, ft(Value.unknown(Types.STRING))))
        .isEqualTo(paths("ft"));
  }

  @Test
  @Tag("R-PLAN-14")
  @Tag("AC-09")
  void ac09_equalValue_isNoReasonToReplace() {
    assertThat(ReplacePaths.changed(paths("ft"), PRIOR, ft(Value.text("v")))).isEmpty();
  }

  @Test
  @Tag("R-PLAN-14")
  void pathOnOneSideOnly_countsAsChanged() {
    var planned = ft(Value.object(Map.of("a", Value.text("x"))));

    assertThat(ReplacePaths.changed(paths("ft.a"), PRIOR, planned)).isEqualTo(paths("ft.a"));
    assertThat(ReplacePaths.changed(paths("ft.a"), planned, PRIOR)).isEqualTo(paths("ft.a"));
  }

  @Test
  @Tag("R-PLAN-14")
  void withoutPrior_nothingIsReplaced() {
    var none = Value.nothing(PRIOR.type());

    assertThat(ReplacePaths.changed(paths("ft"), none, PRIOR)).isEmpty();
    assertThat(ReplacePaths.check(SUBJECT, "cloud", paths("nope"), none, PRIOR)).isEmpty();
  }

  @Test
  @Tag("R-CHK-7")
  void pathThatLeadsNowhere_isTheProvidersFault() {
    assertThat(ReplacePaths.check(SUBJECT, "cloud", paths("ft", "nope"), PRIOR, PRIOR))
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
