package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that others have nested deeper than values may be.
@ExtendWith(OnControlPlane.class)
@Tag("R-LIM-8")
final class DeepObjectsIT {
  private TestNamespace namespace;
  private Widgets kind;
  private ManagedInstance widget;

  @BeforeEach
  void widgetOfACustomKind(TestNamespace namespace) {
    this.namespace = namespace;
    this.kind = new Widgets(namespace);
    instance("kubernetes_object.crd").applied(kind.definition("wait: {for: Ready}"));
    this.widget = instance("kubernetes_object.widget");
    widget.applied(kind.widget("size: 3, free: {a: 1}"));
  }

  // More than readers of JSON take by themselves, 1,000. DeepPartsTest reads what is deeper: the
  // API
  // server works with the square of the depth, which keeps the tests beside this one waiting.
  @ParameterizedTest
  @ValueSource(ints = {150, 1_500})
  void deepStatus_isNoDriftAndShownAsFarAsValuesGo(int depth) {
    patch("{\"status\": {\"tree\": " + nested(depth) + "}}", "--subresource=status");

    widget.refreshed();
    assertThat(widget.isNoOp(kind.widget("size: 3, free: {a: 1}"))).isTrue();
    widget.applied(kind.widget("size: 4, free: {a: 1}"));

    assertThat(text(widget.state().attribute("object")))
        .contains("\"tree\":{\"a\":{\"a\":")
        .contains("\"(nested more than 100 levels deep, sha256 ");
    assertThat(text(read())).contains("\"(nested more than 100 levels deep, sha256 ");
  }

  @Test
  void deepValueInTheManifest_isDriftThatCanBeTakenBack() {
    patch("{\"spec\": {\"free\": {\"a\": " + nested(150) + "}}}");
    widget.refreshed();

    assertThat(widget.manifest()).contains("\"(nested more than 100 levels deep, sha256 ");
    assertThat(widget.isNoOp(kind.widget("size: 3, free: {a: 1}"))).isFalse();
    widget.applied(kind.widget("size: 3, free: {a: 1}"));
    widget.refreshed();
    assertThat(widget.isNoOp(kind.widget("size: 3, free: {a: 1}"))).isTrue();
  }

  @Test
  void deepValueThatChangedSince_isNotOverwritten() {
    patch("{\"spec\": {\"free\": {\"a\": " + nested(150) + "}}}");
    widget.refreshed();
    patch("{\"spec\": {\"free\": {\"a\": " + nested(160) + "}}}");

    assertThat(widget.plan(config(kind.widget("size: 3, free: {a: 1}"))).toString())
        .contains("Fields of the object belong to somebody else");
  }

  @Test
  void manifestAsDeepAsMayBe_isKeptAsItIs() {
    var deepest = kind.widget("size: 3, free: {a: " + nested(96) + "}");

    widget.applied(deepest);
    widget.refreshed();

    assertThat(widget.isNoOp(deepest)).isTrue();
    assertThat(text(widget.state().attribute("object"))).doesNotContain("nested more than");
  }

  /// What the data source shows of the object.
  private Value read() {
    var config =
        Value.object(
            Map.of(
                "apiVersion", Value.text(kind.group() + "/v1"),
                "kind", Value.text("Widget"),
                "name", Value.text("one"),
                "namespace", Value.nothing(Types.STRING),
                "object", Value.nothing(Types.DYNAMIC),
                "uid", Value.nothing(Types.STRING),
                "id", Value.nothing(Types.STRING)));
    var at = InstanceAddress.parse("data.kubernetes_object.widget");
    var answer = widget.provider().readData("kubernetes_object", at, Unmarked.plain(config));
    return ((Mapping) answer.given().orElseThrow().value()).attribute("object");
  }

  /// As somebody else.
  private void patch(String merge, String... options) {
    var arguments =
        Stream.of("patch", "widgets." + kind.group(), "one", "--type=merge", "-p", merge);
    namespace
        .kubectl(Stream.concat(arguments, Stream.of(options)).toArray(String[]::new))
        .orThrow();
  }

  private ManagedInstance instance(String address) {
    return new ManagedInstance(namespace.client(), namespace.name(), address);
  }

  private static String text(Value value) {
    return JsonValues.write(value).toString();
  }

  private static String nested(int depth) {
    return "{\"a\": ".repeat(depth) + "1" + "}".repeat(depth);
  }
}
