package io.keelson.provider.pulumi;

import static io.keelson.testing.ShortDeclarations.hiding;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.ConfigureResponse;
import io.keelson.provider.pulumi.proto.Pulumi.DiffResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is secret in an object stays so, and is nothing to do again, wherever it is declared and
/// however its provider answers.
class PulumiSecrecyTest {
  private static final String THING = "fake_Thing.a";
  private static final String PLAIN = "{name: a, hosts: [b, c, a]}";
  private static final String SECRET = "{name: a, hosts: [b, c, \"${sensitive('a')}\"]}";

  @TempDir Path folder;
  private FakePulumi fake;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
  }

  @AfterEach
  void close() {
    fake.close();
  }

  /// The provider takes no secrets, and answers a list in its own order.
  private void sorting() {
    fake.on(PulumiRpc.CONFIGURE, _ -> ConfigureResponse.getDefaultInstance());
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          var made = fake.things().create(request);
          return made.toBuilder().setProperties(sorted(made.getProperties())).build();
        });
    fake.on(
        PulumiRpc.UPDATE,
        request -> {
          var made = fake.things().update(request);
          return made.toBuilder().setProperties(sorted(made.getProperties())).build();
        });
    fake.on(
        PulumiRpc.READ,
        request -> {
          var found = fake.things().read(request);
          return found.toBuilder().setProperties(sorted(found.getProperties())).build();
        });
  }

  private static Struct sorted(Struct object) {
    var hosts = object.getFieldsMap().get("hosts");
    if (hosts == null) return object;
    var sorted =
        hosts.getListValue().getValuesList().stream()
            .sorted(Comparator.comparing(Value::getStringValue))
            .toList();
    return Structs.with(
        object,
        "hosts",
        Value.newBuilder().setListValue(ListValue.newBuilder().addAllValues(sorted)).build());
  }

  private static Stream<String> hidden(PluggedStack stack) {
    return PluggedStack.stored(stack, THING).sensitive().all().stream().map(Object::toString);
  }

  @Test
  void listWithASecretThatTheProviderSorts_isNothingToDoAgain_andSecretAsAWhole() {
    sorting();

    var stack = fake.stack(SECRET).converge();

    assertThat(stack.object(THING).attribute("hosts").toString()).startsWith("[Text[text=a,");
    assertThat(hidden(stack)).contains("hosts");
    assertThat(PluggedStack.planned(stack.plan(), THING, "hosts").marks()).isNotEmpty();
  }

  @Test
  @Tag("R-PLAN-11")
  void elementThatBecomesSecret_isOneUpdate_afterWhichTheListIsSecretAsAWhole() {
    sorting();
    var stack = fake.stack(PLAIN).converge();
    assertThat(hidden(stack)).doesNotContain("hosts");

    stack.declare(THING, SECRET);

    assertThat(stack.changes()).containsExactly("update " + THING);
    stack.converge();
    assertThat(hidden(stack)).contains("hosts");
  }

  @Test
  @Tag("R-PLAN-11")
  void elementThatIsNoSecretAnyLonger_isOneUpdate() {
    sorting();
    var stack = fake.stack(SECRET).converge();

    stack.declare(THING, PLAIN);

    assertThat(stack.changes()).containsExactly("update " + THING);
    stack.converge();
    assertThat(hidden(stack)).doesNotContain("hosts");
  }

  /// It is the provider that says so, not the declaration. The object still has it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {name: "${sensitive('a')}"}                      | {name: b}
          {name: a, tags: {k: "${sensitive('a')}"}}        | {name: a, tags: {k: b}}
          {name: a, tags: "${sensitive({'k': 'a'})}"}      | {name: a, tags: {k: b}}
          {name: a, hosts: ["${sensitive('a')}", c]}       | {name: a, hosts: [c, b]}
          {name: a, hosts: ["${sensitive('a')}"]}          | {name: a, hosts: [a, a]}
          """)
  void formerSecret_staysSo_whereItsProviderDoesNotTakeWhatIsDeclaredInstead(
      String before, String now) {
    var stack = fake.stack(before).converge();
    var secret = PluggedStack.stored(stack, THING).sensitive();
    fake.on(
        PulumiRpc.DIFF,
        _ -> DiffResponse.newBuilder().setChanges(DiffResponse.Changes.NONE).build());
    stack.declare(THING, now);

    assertThat(secret.all()).isNotEmpty();
    assertThat(stack.tryApply(new StopSignal()).complete()).isTrue();
    assertThat(PluggedStack.stored(stack, THING).sensitive().all())
        .allSatisfy(path -> assertThat(secret.covers(path)).isTrue());
    assertThat(secret.all())
        .allSatisfy(path ->
            assertThat(PluggedStack.stored(stack, THING).sensitive().covers(path)).isTrue());
  }

  @Test
  void inputThatTheProviderCallsSecret_isNothingToDoAgain_andStaysSecret() {
    fake.on(
        PulumiRpc.CREATE,
        request -> {
          var made = fake.things().create(request);
          return made.toBuilder()
              .setProperties(Structs.with(made.getProperties(), "zone", Structs.secret("here")))
              .build();
        });

    var stack = fake.stack("{name: a, zone: here}").converge();

    assertThat(hidden(stack)).contains("zone");
  }

  static Stream<String> declarations() {
    var secret = "\"${sensitive('s')}\"";
    return Stream.of(
            "hosts: [b, %s, a]",
            "hosts: \"${sensitive(['b', 'a'])}\"",
            "tags: {a: b, c: %s}",
            "tags: \"${sensitive({'a': 'b'})}\"",
            "ports: [{number: 1}, {number: \"${sensitive(2)}\"}]",
            "ports: \"${sensitive([{'number': 1}])}\"",
            "any: {a: [b, {c: %s}]}",
            "any: [[%s, b], c]",
            "any: \"${sensitive({'a': ['b']})}\"",
            "zone: %s",
            "token: plain",
            "size: \"${sensitive(1)}\"")
        .map(each -> "{name: a, " + each.formatted(secret) + "}");
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void secretWhereverItIs_isNothingToDoAgain(String config) {
    fake.stack(config).converge();
  }

  @ParameterizedTest
  @MethodSource("declarations")
  void secretWhereverItIs_isNothingToDoAgain_forAProviderThatTakesNone(String config) {
    sorting();
    fake.stack(config).converge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"endpoint", "hosts", "hosts[1]", "tags", "tags.a", "ports[*].number"})
  void whatAnOptionHides_isNothingToDoAgain_alsoForItsUsers(String path) {
    sorting();
    fake.stack("{name: a}")
        .declare(
            THING,
            "{name: a, hosts: [c, b, a], tags: {a: b, c: d}, ports: [{number: 1}]}",
            hiding(List.of(path), List.of()))
        .converge()
        .declare(
            "fake_Thing.b",
            "{name: \"${fake_Thing.a.endpoint}\", hosts: \"${fake_Thing.a.hosts}\","
                + " any: [\"${fake_Thing.a.tags}\", \"${fake_Thing.a.ports}\"]}")
        .converge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "endpoint", "hosts", "tags"})
  void secretThatOnlyAReadTells_isNothingToDo(String property) {
    var stack = fake.stack("{name: a, tags: {a: b}, hosts: [c]}").converge();
    fake.on(
        PulumiRpc.READ,
        request -> {
          var found = fake.things().read(request);
          return found.toBuilder().setProperties(secret(found.getProperties(), property)).build();
        });

    stack.converge();
  }

  private static Struct secret(Struct object, String property) {
    var secret =
        Structs.secret("").getStructValue().toBuilder()
            .putFields("value", object.getFieldsOrThrow(property))
            .build();
    return Structs.with(object, property, Value.newBuilder().setStructValue(secret).build());
  }
}
