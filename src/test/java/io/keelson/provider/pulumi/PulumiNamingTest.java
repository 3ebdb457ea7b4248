package io.keelson.provider.pulumi;

import static io.keelson.testing.ShortDeclarations.replacedFor;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.value.Bytes;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.naming.NamePattern;
import io.keelson.provider.pulumi.proto.Pulumi.AutonamingOptions;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.testing.ProviderDecorator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What providers are told of names that nobody declares.
@Tag("R-PRG-9")
class PulumiNamingTest {
  private static final String THING = "fake_Thing.a";

  @TempDir Path folder;
  private FakePulumi fake;
  private final List<AutonamingOptions> told = new ArrayList<>();

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
    fake.on(
        PulumiRpc.CHECK,
        request -> {
          if (request.hasAutonaming()) told.add(request.getAutonaming());
          return CheckResponse.newBuilder().setInputs(request.getNews()).build();
        });
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private FakePulumi supporting() {
    return fake.on(
        PulumiRpc.CONFIGURE,
        _ ->
            ConfigureResponse.newBuilder()
                .setAcceptSecrets(true)
                .setSupportsAutonamingConfiguration(true)
                .build());
  }

  private static Autonaming pattern(String text) {
    return new Autonaming.ByPattern(new NamePattern(text), true);
  }

  private String replaced() {
    var stack = fake.stack("{name: a}").converge();
    fake.on(
        PulumiRpc.DIFF,
        _ ->
            DiffResponse.newBuilder()
                .setChanges(DiffResponse.Changes.SOME)
                .addDiffs("name")
                .addReplaces("name")
                .build());
    stack.declare(THING, "{name: b}");
    return stack.changes().getFirst();
  }

  @Test
  void providerThatCannotBeTold_isToldNothing() {
    fake.naming(pattern("${stack}-${name}"));

    assertThat(replaced()).isEqualTo("create-then-destroy " + THING);
    assertThat(told).isEmpty();
  }

  @Test
  void providerThatCanBeTold_isToldTheName() {
    supporting().naming(pattern("${stack}-${name}-${hex(4)}"));

    fake.stack("{name: a}").converge();

    assertThat(told)
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.getProposedName()).matches("test-a-[0-9a-f]{4}"))
        .allSatisfy(each -> assertThat(each.getMode()).isEqualTo(AutonamingOptions.Mode.ENFORCE));
  }

  @Test
  void nameOfAPlan_isTheNameOfItsApply() {
    supporting().naming(pattern("${hex(16)}"));
    var stack = fake.stack("{name: a}");

    assertThat(stack.changes()).containsExactly("create " + THING);
    assertThat(stack.changes()).containsExactly("create " + THING);

    assertThat(told).hasSize(2);
    assertThat(told.getFirst()).isEqualTo(told.getLast());
  }

  @Test
  void providerOfWhichNothingIsDeclared_isToldNothing() {
    supporting();

    fake.stack("{name: a}").converge();

    assertThat(told).isEmpty();
  }

  @Test
  void newObject_getsAnotherNameThanTheOneThatItReplaces() {
    supporting().naming(pattern("${hex(16)}"));

    assertThat(replaced()).isEqualTo("create-then-destroy " + THING);
    assertThat(told.getLast()).isNotEqualTo(told.getFirst());
  }

  @Test
  @Tag("R-PRG-5")
  void newObjectInAnotherSystem_getsAnotherNameThanTheOneWhosePlaceItTakes() {
    supporting().naming(pattern("${hex(16)}"));
    var asked = new ArrayList<PlanRequest>();
    var provider = fake.provider();
    var stack =
        new PluggedStack(
                new ProviderDecorator(provider) {
                  @Override
                  public Answer<PlannedState> plan(PlanRequest request) {
                    asked.add(request);
                    return super.plan(request);
                  }
                })
            .declare(THING, "{name: a}")
            .converge();

    var made = PluggedStack.stored(stack, THING).privateData();
    var again = provider.plan(superseding(asked.getFirst(), made));

    assertThat(again.given()).isPresent();
    assertThat(told.getLast()).isNotEqualTo(told.getFirst());
  }

  private static PlanRequest superseding(PlanRequest create, Bytes made) {
    return new PlanRequest(
        create.type(),
        create.at(),
        create.prior(),
        create.proposed(),
        create.config(),
        create.privateData(),
        create.identity(),
        create.ignored(),
        create.approved(),
        made,
        create.timeout());
  }

  @Test
  void nameWithoutADrawnPart_destroysFirst() {
    supporting().naming(pattern("${stack}-${name}"));

    assertThat(replaced()).isEqualTo("destroy-then-create " + THING);
  }

  /// A trigger replaces what its provider would leave as it is, or update.
  @ParameterizedTest
  @EnumSource(names = {"NONE", "SOME"})
  void nameWithoutADrawnPart_destroysFirst_whateverItIsReplacedFor(DiffResponse.Changes found) {
    supporting().naming(pattern("${stack}-${name}"));
    var stack = fake.stack("{}").declare(THING, "{name: a}", replacedFor("one")).converge();

    fake.on(PulumiRpc.DIFF, _ -> DiffResponse.newBuilder().setChanges(found).build());
    stack.declare(THING, "{name: a}", replacedFor("two"));

    assertThat(stack.changes()).containsExactly("destroy-then-create " + THING);
  }

  @Test
  void orderOfTheProvider_holdsWhateverItIsReplacedFor() {
    var stack = fake.stack("{}").declare(THING, "{name: a}", replacedFor("one")).converge();
    fake.on(
        PulumiRpc.DIFF,
        _ ->
            DiffResponse.newBuilder()
                .setChanges(DiffResponse.Changes.SOME)
                .setDeleteBeforeReplace(true)
                .build());

    stack.declare(THING, "{name: a}", replacedFor("two"));

    assertThat(stack.changes()).containsExactly("destroy-then-create " + THING);
  }
}
