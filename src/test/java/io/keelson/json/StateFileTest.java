package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StateFileTest {
  private static final InstanceAddress AT = InstanceAddress.parse("server.web[\"a b\"]");

  private static SensitivePaths sensitive() {
    return SensitivePaths.of(paths("tags[\"x\"].y[0]", "token"), paths("token"));
  }

  private static SortedSet<AttributePath> paths(String... paths) {
    return Arrays.stream(paths)
        .map(AttributePath::parse)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static ObjectState object(ObjectState.Status status, String attributes) {
    return new ObjectState(
        "server",
        status,
        new RawState(3, Bytes.utf8(attributes)),
        sensitive(),
        Bytes.utf8("private\u0000"),
        Optional.of(new RawState(1, Bytes.utf8("{\"arn\":\"a\"}"))),
        ProviderKey.of("builtin"),
        new TreeSet<>(
            List.of(
                new Dependency(ResourceAddress.parse("network.main"), true),
                new Dependency(ResourceAddress.parse("component.web.network.main"), false, 1))),
        new Flags(
            true,
            true,
            true,
            "k:hash",
            Optional.of(Target.parse("network.main")),
            Optional.of(Duration.ofMinutes(30))));
  }

  private static StackState state() {
    var deposed = new TreeMap<DeposedKey, ObjectState>();
    deposed.put(new DeposedKey("0001b556"), object(ObjectState.Status.TAINTED, "{}"));
    var operation =
        new Operation(
            "op-1",
            Operation.Kind.CREATE,
            Optional.of(new DeposedKey("0001b556")),
            "digest",
            Optional.of("where"),
            Duration.ZERO,
            new Declared(
                Optional.of(new ProviderKey("cloud", Optional.of("main"), "east")),
                new TreeSet<>(List.of(new Dependency(ResourceAddress.parse("disk.a"), false))),
                new Flags(false, true, false),
                sensitive()));
    var whole =
        new InstanceState(
            Optional.of(
                object(
                    ObjectState.Status.READY,
                    "{\"big\":123456789012345678901234567890.5,\"none\":null,\"tags\":{\"x\":1}}")),
            deposed,
            new Drift.Changed(
                new TreeSet<>(List.of(AttributePath.of("big"))), "hash", Optional.empty()),
            Optional.of(operation),
            "written",
            "made",
            List.of(InstanceAddress.parse("server.old")),
            true);
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    instances.put(AT, whole);
    instances.put(
        InstanceAddress.parse("component.web[\"eu.x\"].component.db.server.main[0]"),
        InstanceState.of(object(ObjectState.Status.READY, "{}")));
    instances.put(
        InstanceAddress.parse("server.gone"),
        InstanceState.of(object(ObjectState.Status.READY, "{}"))
            .withDrift(new Drift.None().missing()));
    instances.put(
        InstanceAddress.parse("server.lost"),
        InstanceState.of(object(ObjectState.Status.READY, "{}"))
            .withDrift(whole.drift().missing()));
    var outputs = new TreeMap<String, Value>();
    outputs.put("plain", Value.set(Types.NUMBER, List.of(Value.number(new BigDecimal("0.1")))));
    outputs.put(
        "secret",
        Value.object(Map.of("a", Value.text("b"))).mark(Marks.sensitive("output.secret")));
    var configurations = new TreeMap<String, Bytes>();
    configurations.put("aws-eu", Bytes.utf8("{\"region\":\"eu-west-1\"}"));
    return new StackState(instances, outputs, configurations);
  }

  @Test
  void everything_comesBackAsItWas() throws Exception {
    assertThat(StateFile.read(StateFile.write(state()))).isEqualTo(state());
  }

  @Test
  void serials_comeBackWhereTheyAreKnown() throws Exception {
    var serials = new TreeMap<>(Map.of(AT, 7L));
    var contents = new StateFile.Contents(state(), serials);

    assertThat(StateFile.contents(StateFile.write(contents))).isEqualTo(contents);
    assertThat(StateFile.contents(StateFile.write(state())).serials()).isEmpty();
  }

  /// `docs/state-file.md` has a row for each field that is written, and no others.
  @Test
  void everyField_hasItsRowOnThePage() throws Exception {
    var elsewhere =
        new ObjectState(
            "other",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            new ProviderKey("aws", Optional.of("aws-eu"), "eu"),
            new TreeSet<>(),
            new Flags(false, false, false));
    var instances = new TreeMap<>(state().instances());
    instances.put(InstanceAddress.parse("server.moved"), InstanceState.of(elsewhere));
    instances.put(
        InstanceAddress.parse("server.half"),
        InstanceState.of(elsewhere.withStatus(ObjectState.Status.UNFINISHED)));
    var whole = new StackState(instances, state().outputs(), state().configurations());
    var text = StateFile.write(new StateFile.Contents(whole, new TreeMap<>(Map.of(AT, 7L))));

    var written = new TreeSet<String>();
    ExactJson.JSON.readTree(text).properties().forEach(each -> fields(each, "", written));
    var page = Files.readString(Path.of("docs/state-file.md"));
    var rows = new TreeSet<String>();
    Pattern.compile("(?m)^\\| `([^`]+)` \\|")
        .matcher(page)
        .results()
        .forEach(row -> rows.add(row.group(1)));
    assertThat(rows).isEqualTo(written);
    assertThat(page).contains("| `formatVersion` | `" + StateFile.FORMAT + "`");
  }

  /// The names of fields, as far as they are ours and not those of a schema.
  private static void fields(
      Map.Entry<String, JsonNode> field, String in, SortedSet<String> found) {
    var name = in.isEmpty() ? field.getKey() : in + "." + field.getKey();
    var known = Map.of("current", "object", "deposed", "object", "operation", "operation");
    boolean isGroup = List.of("drift", "identity", "dependencies").contains(field.getKey());
    boolean isOpaque =
        List.of("attributes", "declared", "value", "type", "providerConfigs")
            .contains(field.getKey());
    if (!isGroup) found.add(name);
    if (isOpaque) return;
    if (name.equals("outputs")) {
      var any = field.getValue().elements().next();
      any.properties().forEach(each -> fields(each, "outputs.NAME", found));
      return;
    }
    var inside = known.getOrDefault(field.getKey(), name);
    if (field.getValue().isObject())
      field.getValue().properties().forEach(each -> fields(each, inside, found));
    for (var element : field.getValue())
      if (field.getValue().isArray())
        element.properties().forEach(each -> fields(each, inside, found));
  }

  @Test
  void depthOfADependency_isWrittenOnlyWhereItIsNotZero() {
    assertThat(StateFile.write(state()))
        .contains("\"resource\" : \"network.main\",\n        \"direct\" : true\n");
  }

  @Test
  void nothing_comesBackAsNothing() throws Exception {
    assertThat(StateFile.read(StateFile.write(StackState.EMPTY))).isEqualTo(StackState.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hidden",
        "[]",
        "{\"kind\":\"State\"}",
        "{\"kind\":\"State\",\"formatVersion\":\"2.0\"}",
        "{\"kind\":\"State\",\"formatVersion\":\"1.0\",\"instances\":[{\"address\":\"hidden\"}]}",
        "{\"kind\":\"State\",\"formatVersion\":\"1.0\",\"instances\":[{\"address\":\"a.b\","
            + "\"current\":{\"schemaVersion\":\"hidden\"}}]}",
        "{\"kind\":\"State\",\"formatVersion\":\"1.0\",\"outputs\":{\"x\":{\"value\":\"hidden\","
            + "\"type\":\"number\"}}}"
      })
  void textOfAnotherForm_isRefusedWithoutQuotingIt(String text) {
    assertThatThrownBy(() -> StateFile.read(text))
        .isInstanceOf(StateFile.NotAState.class)
        .message()
        .doesNotContain("hidden");
  }
}
