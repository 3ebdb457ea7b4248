package io.keelson.provider.pulumi;

import static io.keelson.testing.ShortDeclarations.hiding;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.CheckResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DiffRequest;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `lifecycle.sensitive` hides from people is nothing that a provider would have to change.
@Tag("R-PUL-42")
class PulumiHiddenInputTest {
  private static final String THING = "fake_Thing.a";

  private static final LifecycleDeclaration SHOWN = LifecycleDeclaration.PLAIN;
  private static final LifecycleDeclaration HIDDEN = hiding(List.of("name"), List.of());

  @TempDir Path folder;
  private FakePulumi fake;
  private final List<DiffRequest> compared = new ArrayList<>();

  @BeforeEach
  void open() {
    fake =
        new FakePulumi(folder)
            .on(PulumiRpc.HANDSHAKE, _ -> Structs.acceptsEverything())
            .on(
                PulumiRpc.CHECK,
                request -> CheckResponse.newBuilder().setInputs(request.getNews()).build())
            .on(
                PulumiRpc.DIFF,
                request -> {
                  compared.add(request);
                  boolean same = request.getNews().equals(request.getOldInputs());
                  return DiffResponse.newBuilder()
                      .setChanges(same ? DiffResponse.Changes.NONE : DiffResponse.Changes.SOME)
                      .addAllReplaces(same ? List.of() : List.of("name"))
                      .build();
                });
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private PluggedStack made(String config, LifecycleDeclaration lifecycle) {
    return fake.stack("{}").declare(THING, config, lifecycle).converge();
  }

  private static Value name(Struct struct) {
    return struct.getFieldsOrThrow("name");
  }

  @Test
  void inputThatIsHiddenFromNowOn_isUpdatedWithoutItsProvider() {
    var stack = made("{name: a}", SHOWN).declare(THING, "{name: a}", HIDDEN);

    assertThat(stack.changes()).containsExactly("update " + THING);
    assertThat(name(compared.getLast().getNews()).getStringValue()).isEqualTo("a");
    stack.converge();
    assertThat(PluggedStack.stored(stack, THING).sensitive().toString()).contains("name");
    assertThat(stack.changes()).isEmpty();
  }

  @Test
  void inputThatIsHiddenNoMore_isUpdatedWithoutItsProvider() {
    var stack = made("{name: a}", HIDDEN).declare(THING, "{name: a}", SHOWN);

    assertThat(stack.changes()).containsExactly("update " + THING);
    assertThat(stack.converge().changes()).isEmpty();
  }

  @Test
  void hiddenInputWhoseChangesAreIgnored_isTheOneThatItsProviderHas() {
    var ignoring = hiding(List.of("name"), List.of("name"));
    var stack = made("{name: a}", ignoring).declare(THING, "{name: b}", ignoring);

    assertThat(stack.changes()).isEmpty();
    assertThat(name(compared.getLast().getNews()).getStringValue()).isEqualTo("a");
  }

  @Test
  void inputThatBecomesASecret_isHidden_alsoWhereItsProviderSeesNoChange() {
    fake.on(
        PulumiRpc.DIFF,
        _ -> DiffResponse.newBuilder().setChanges(DiffResponse.Changes.NONE).build());
    var stack = made("{name: a}", SHOWN).declare(THING, "{name: \"${sensitive('a')}\"}", SHOWN);

    assertThat(stack.changes()).containsExactly("update " + THING);
    assertThat(stack.converge().changes()).isEmpty();
    assertThat(PluggedStack.stored(stack, THING).sensitive().toString()).contains("name");
  }

  @Test
  void hiddenInputThatIsIgnored_isToldAsBefore_whenItIsHiddenNoMore() {
    var stack =
        made("{name: a}", hiding(List.of("name"), List.of("*")))
            .declare(THING, "{name: b}", hiding(List.of(), List.of("*")));

    assertThat(stack.changes()).noneMatch(each -> each.contains("create"));
    assertThat(name(compared.getLast().getNews()).getStringValue()).isEqualTo("a");
  }

  @Test
  void declaredSecretThatIsIgnored_isASecretToItsProvider() {
    var ignoring = hiding(List.of(), List.of("name"));
    var stack =
        made("{name: \"${sensitive('a')}\"}", ignoring).declare(THING, "{name: b}", ignoring);

    assertThat(stack.changes()).isEmpty();
    assertThat(name(compared.getLast().getNews())).isEqualTo(Structs.secret("a"));
  }

  /// As an older version told it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          tags  | {name: a, tags: "${sensitive({'k': 'a'})}"}      | {name: a, tags: {k: a}}
          tags  | {name: a, tags: {k: "${sensitive('a')}"}}        | {name: a, tags: {k: a}}
          hosts | {name: a, hosts: ["${sensitive('a')}", b]}       | {name: a, hosts: [a, b]}
          hosts | {name: a, hosts: "${sensitive(['a', 'b'])}"}     | {name: a, hosts: [a, b]}
          """)
  void whatIsHiddenAsAWhole_isToldWhereItWasASecret(String hidden, String before, String now) {
    var stack = made(before, SHOWN);

    stack.declare(THING, now, hiding(List.of(hidden), List.of())).plan();

    assertThat(compared.getLast().getNews()).isEqualTo(compared.getLast().getOldInputs());
  }

  /// Its provider has the secret, and would take it for a change if it came in plain.
  @Test
  void secretInputThatIsOnlyHiddenNow_isStillASecretToItsProvider() {
    var stack = made("{name: \"${sensitive('a')}\"}", SHOWN).declare(THING, "{name: a}", HIDDEN);

    assertThat(stack.changes()).isEmpty();
    assertThat(name(compared.getLast().getNews())).isEqualTo(Structs.secret("a"));
  }

  @Test
  void secretThatIsHiddenAsWell_isASecretToItsProvider() {
    var stack = made("{name: \"${sensitive('a')}\"}", HIDDEN);

    assertThat(stack.changes()).isEmpty();
    assertThat(name(compared.getLast().getNews())).isEqualTo(Structs.secret("a"));
  }

  /// Who uses what is hidden elsewhere is told a secret.
  @Test
  void hiddenInputOfAnother_isASecretToWhoUsesIt() {
    fake.stack("{}")
        .declare(THING, "{name: a}", HIDDEN)
        .declare("fake_Thing.b", "{name: \"${fake_Thing.a.name}\"}", SHOWN)
        .converge();

    assertThat(compared)
        .filteredOn(each -> each.getName().equals("b"))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(name(each.getNews())).isEqualTo(Structs.secret("a")))
        .allSatisfy(each -> assertThat(name(each.getOldInputs())).isEqualTo(Structs.secret("a")));
  }
}
