package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Component;
import io.keelson.engine.config.declaration.ComponentDeclaration.Inherited;
import io.keelson.engine.config.declaration.ComponentDeclaration.Option;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Options of a component for everything inside of it.
@Tag("R-CMP-30")
final class InheritedOptionsTest {
  private static final ResourceAddress SERVER = ResourceAddress.managed("server", "a");
  private static final Inherited PROTECTED =
      new Inherited(Optional.of(true), Optional.empty(), Optional.empty());
  private static final Inherited OPEN =
      new Inherited(Optional.of(false), Optional.empty(), Optional.empty());
  private static final Inherited LEFT =
      new Inherited(Optional.empty(), Optional.of(false), Optional.empty());

  private static ComponentDeclaration definition(
      Map<ResourceAddress, Set<Option>> decided, Component... inside) {
    return new ComponentDeclaration(
        List.of(),
        new TreeMap<>(),
        List.of(server("a")),
        List.of(inside),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(decided),
        new TreeMap<>());
  }

  private static ResourceDeclaration server(String name) {
    return new ResourceDeclaration(
        ResourceAddress.managed("server", name),
        Value.object(Map.of()),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }

  private static Component use(String name, ComponentDeclaration definition, Inherited options) {
    return new Component(
        name,
        definition,
        new TreeMap<>(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        options,
        new TreeMap<>(),
        List.of());
  }

  private static StackLoader.Loaded load(Component... components) {
    var schema =
        Schema.of(0, new TreeMap<>(Map.of("image", Attribute.of(Types.STRING, Presence.OPTIONAL))));
    var loader = new StackLoader(new CelExpressions(), _ -> Optional.of(schema));
    return loader.load(
        new StackDeclaration(
                List.of(server("network")),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>())
            .using(List.of(components), new TreeMap<>()));
  }

  private static Lifecycle lifecycle(StackLoader.Loaded loaded, String address) {
    assertThat(loaded.diagnostics()).isEmpty();
    return Objects.requireNonNull(loaded.config().resources().get(ResourceAddress.parse(address)))
        .lifecycle();
  }

  @Test
  void option_holdsForEverythingInside_andForNothingBeside() {
    var inner = use("inner", definition(Map.of()), Inherited.NONE);
    var loaded = load(use("web", definition(Map.of(), inner), PROTECTED));

    assertThat(lifecycle(loaded, "component.web.server.a").preventDestroy()).isTrue();
    assertThat(lifecycle(loaded, "component.web.component.inner.server.a").preventDestroy())
        .isTrue();
    assertThat(lifecycle(loaded, "server.network").preventDestroy()).isFalse();
  }

  @Test
  void nearestComponent_decides() {
    var inner = use("inner", definition(Map.of()), OPEN);
    var loaded = load(use("web", definition(Map.of(), inner), PROTECTED));

    assertThat(lifecycle(loaded, "component.web.server.a").preventDestroy()).isTrue();
    assertThat(lifecycle(loaded, "component.web.component.inner.server.a").preventDestroy())
        .isFalse();
  }

  @Test
  void resourceThatSaysFalseItself_inheritsNothing() {
    var decided = Map.of(SERVER, Set.of(Option.PREVENT_DESTROY));

    var loaded = load(use("web", definition(decided), PROTECTED));

    assertThat(lifecycle(loaded, "component.web.server.a").preventDestroy()).isFalse();
  }

  @Test
  void twoUsesOfOneDefinition_haveTheirOwnOptions() {
    var shared = definition(Map.of());

    var loaded = load(use("kept", shared, LEFT), use("plain", shared, Inherited.NONE));

    assertThat(lifecycle(loaded, "component.kept.server.a").destroy()).isFalse();
    assertThat(lifecycle(loaded, "component.plain.server.a").destroy()).isTrue();
  }

  @Test
  void whatAComponentGoesWith_isBesideIt() {
    var inherited =
        new Inherited(Optional.empty(), Optional.empty(), Optional.of("server.network"));

    var loaded = load(use("web", definition(Map.of()), inherited));

    assertThat(lifecycle(loaded, "component.web.server.a").deletedWith())
        .contains(Target.parse("server.network"));
  }

  @Test
  void whatNobodyDeclares_isToldOnTheComponent() {
    var inherited = new Inherited(Optional.empty(), Optional.empty(), Optional.of("server.netwrk"));

    var loaded = load(use("web", definition(Map.of()), inherited));

    assertThat(loaded.diagnostics())
        .singleElement()
        .extracting(Diagnostic::toString)
        .asString()
        .startsWith("component.web: lifecycle.deletedWith: ")
        .contains("server.network");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("server.network"));
    assertThat(loaded.config().declares(ResourceAddress.parse("component.web.server.a"))).isTrue();
  }
}
