package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.naming.NamePattern;
import io.keelson.provider.pulumi.proto.Pulumi.AutonamingOptions;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void nameWithoutADrawnPart_destroysFirst() {
    supporting().naming(pattern("${stack}-${name}"));

    assertThat(replaced()).isEqualTo("destroy-then-create " + THING);
  }
}
