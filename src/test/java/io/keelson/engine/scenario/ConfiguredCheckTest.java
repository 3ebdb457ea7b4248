package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.THING;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult.Status;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Checks that read through a provider that is configured.
@Tag("R-COND-9")
final class ConfiguredCheckTest {
  private static final Subject CHECK = Subject.part("check", "seen");

  private final RegionalStack stack = new RegionalStack();

  /// Whether a thing of this size is of no kind.
  private static StackDeclaration.Check check(Optional<String> configuration, Value size) {
    var data =
        ShortDeclarations.resource(
            new ResourceAddress(ResourceAddress.Mode.DATA, "thing", "seen"),
            Value.object(Map.of("size", size)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            LifecycleDeclaration.PLAIN,
            configuration);
    return new StackDeclaration.Check(
        Optional.of(data),
        List.of(
            new StackDeclaration.CheckRule(
                Value.text("${data.thing.seen.kind == null}"), Value.text("It is of a kind."))));
  }

  private void declare(String kind) {
    stack.declare(
        THING, Optional.of("main"), Map.of("size", Value.number(1), "kind", Value.text(kind)));
  }

  private static List<String> told(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(Diagnostic::detail).toList();
  }

  @Test
  void check_readsWhereItsConfigurationSays() {
    stack.checks.put("seen", check(Optional.of("main"), Value.number(1)));

    assertThat(stack.apply().checks()).containsEntry(CHECK, Status.PASS);
    assertThat(stack.loading).isEmpty();

    declare("odd");
    var applied = stack.apply();
    assertThat(applied.complete()).isTrue();
    assertThat(applied.checks()).containsEntry(CHECK, Status.FAIL);
    assertThat(told(applied.diagnostics())).containsExactly("It is of a kind.");
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  @Test
  void refusedConfiguration_stopsOnlyTheCheck() {
    stack.configure("spare", "west", "expired");
    stack.checks.put("seen", check(Optional.of("spare"), Value.number(1)));

    var planned = stack.plan();
    var applied = stack.apply(planned);

    assertThat(applied.complete()).isTrue();
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(planned.diagnostics()).noneMatch(Diagnostic::isError);
    assertThat(applied.diagnostics()).noneMatch(Diagnostic::isError);
    assertThat(told(planned.diagnostics())).containsExactly("The token has expired.");
    assertThat(planned.plan().checks()).containsEntry(CHECK, Status.ERROR);
  }

  @Test
  void configurationWithAProblemOfItsOwn_leavesTheCheckOut() {
    var spare =
        new StackDeclaration.Provider(
            Value.object(Map.of()),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                Diagnostic.error(
                    Code.PROVIDER_NOT_READY,
                    Subject.part("provider", "spare"),
                    "Not ready",
                    "It is away.")),
            Optional.of("thing"));
    stack.providers.put("spare", spare);
    stack.checks.put("seen", check(Optional.of("spare"), Value.number(1)));

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.loading)
        .anySatisfy(each -> {
          assertThat(each.subject()).isEqualTo(CHECK);
          assertThat(each.isError()).isFalse();
        });
  }

  @Test
  void configurationThatIsKnownAfterApply_isWaitedFor() {
    stack.declareThingInsideACluster("plain");
    stack.checks.put("seen", check(Optional.of("main"), Value.number(1)));

    var planned = stack.plan();
    assertThat(planned.plan().checks()).containsEntry(CHECK, Status.UNKNOWN);
    assertThat(planned.diagnostics()).noneMatch(Diagnostic::isError);

    assertThat(stack.apply(planned).checks()).containsEntry(CHECK, Status.PASS);
    assertThat(stack.plan().plan().checks()).containsEntry(CHECK, Status.PASS);
  }

  private void use(String name, String configuration, StackDeclaration.Check check) {
    var definition =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>(Map.of("seen", check)),
            new TreeMap<>(),
            new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false))));
    stack.use(name, definition, configuration);
  }

  @Test
  @Tag("R-CMP-21")
  void checksInUsesOfADefinition_readThroughTheirOwnConfigurations() {
    stack.configure("spare", "west", "t2");
    declare("odd");
    stack.declare(RegionalStack.OTHER, "spare", 1);
    stack.apply();
    use("one", "main", check(Optional.empty(), Value.number(1)));
    use("two", "spare", check(Optional.empty(), Value.number(1)));

    var checks = stack.plan().plan().checks();

    assertThat(stack.loading).isEmpty();
    assertThat(checks)
        .containsEntry(Subject.part("component.one.check", "seen"), Status.FAIL)
        .containsEntry(Subject.part("component.two.check", "seen"), Status.PASS);
  }
}
