package io.keelson.engine.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Addresses in components.
final class ComponentAddressTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "component.web.server.main",
        "component.web[0].server.main[1]",
        "component.web[\"eu\"].component.db.server.main",
        "component.web.component.db[2].data.image.base[\"x\"]",
        "component.web.ephemeral.token.ci",
        "component.data.server.main",
        "component.component.server.main",
        "component.component.component.component.server.component",
        "component.web[\"a.component.b\"].server.main[\"].x[0]\"]"
      })
  @Tag("R-CMP-1")
  void addressInComponents_isReadAsItIsWritten(String text) {
    assertThat(InstanceAddress.parse(text)).hasToString(text);
    assertThat(Target.parse(text)).hasToString(text);
    assertThat(MovedName.parse(text)).hasToString(text);
  }

  @Property
  @net.jqwik.api.Tag("R-CMP-1")
  void keysOfAnyText_areReadAsTheyAreWritten(
      @ForAll String outer, @ForAll String inner, @ForAll String own) {
    var component =
        ComponentInstance.ROOT
            .component("a", new InstanceKey.Key(outer))
            .component("b", new InstanceKey.Key(inner));
    var address =
        ResourceAddress.managed("server", "main")
            .instance(new InstanceKey.Key(own))
            .within(component);

    assertThat(InstanceAddress.parse(address.toString())).isEqualTo(address);
    assertThat(ComponentInstance.parse(component.toString())).isEqualTo(component);
    assertThat(address.component()).isEqualTo(component);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "\"", "[", "]", "a/b", "${x}", "\\", "🚀", " ", "", "\"].x.y[\""})
  @Tag("R-CMP-1")
  void keyWithSigns_staysOneKey(String key) {
    var component = ComponentInstance.ROOT.component("web", new InstanceKey.Key(key));
    var text = component + ".server.main[0]";

    var address = InstanceAddress.parse(text);

    assertThat(address).hasToString(text);
    assertThat(address.component()).isEqualTo(component);
    assertThat(address.resource()).hasToString("component.web.server.main");
    assertThat(MovedName.parse(component.toString()).component()).isEqualTo(component);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "component",
        "component.",
        "component.web",
        "component.web.",
        "component.web[0]",
        "component.web.server",
        "component..server.main",
        "component.web..server.main",
        "component.web[].server.main",
        "component.web[x].server.main",
        "component.web[\"x].server.main",
        "component.web[0]server.main",
        "component.web[0][1].server.main",
        "component.web.component.db.server.main.x",
        "component.1a.server.main",
        "data.component.web",
        "component.web.data.component.x",
        "ephemeral.component.web"
      })
  @Tag("R-CMP-1")
  void textThatIsNoAddress_isRefused(String text) {
    assertThatThrownBy(() -> InstanceAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "component",
        "component.",
        "component.web.",
        "component.web.server.main",
        "server.main",
        "component.web[0",
        "component.web.component"
      })
  @Tag("R-CMP-1")
  void textThatIsNoComponent_isRefused(String text) {
    assertThatThrownBy(() -> ComponentInstance.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("R-CMP-1")
  void component_isNoResourceType() {
    assertThatThrownBy(() -> ResourceAddress.managed("component", "web"))
        .hasMessageContaining("'component' is no resource type");
  }

  @Test
  @Tag("R-CMP-1")
  void resourceInAnInstance_isNoResource() {
    assertThatThrownBy(() -> ResourceAddress.parse("component.web[0].server.main"))
        .hasMessageContaining("an instance, not a resource");
  }

  @Test
  @Tag("R-CMP-2")
  void flatAddresses_comeFirstAndInstancesOfOneResourceStandTogether() {
    var sorted =
        Stream.of(
                "zebra.z",
                "data.zebra.z",
                "component.a.server.x",
                "component.a[0].server.x",
                "component.a[0].server.x[0]",
                "component.a[0].server.x[1]",
                "component.a[1].server.x",
                "component.a[1].server.x[0]",
                "component.a[\"k\"].server.x",
                "component.a.server.y",
                "component.a[0].server.y",
                "component.a.data.image.a",
                "component.a.component.b.server.x",
                "component.a[0].component.b.server.x",
                "component.b.server.x")
            .map(InstanceAddress::parse)
            .toList();

    var shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled, new Random(1));
    shuffled.sort(null);

    assertThat(shuffled).containsExactlyElementsOf(sorted);
  }

  @Test
  @Tag("R-CMP-2")
  void whatIsInAComponent_isFoundInAMap() {
    var all = new TreeMap<InstanceAddress, String>();
    for (var text :
        List.of(
            "server.x",
            "component.a.server.x",
            "component.a[0].A.A",
            "component.a[1].component.b.data.A.A",
            "component.ab.server.x",
            "component.b.component.a.server.x")) all.put(InstanceAddress.parse(text), text);

    assertThat(new ComponentPath(List.of("a")).instancesIn(all).values())
        .containsExactlyInAnyOrder(
            "component.a.server.x", "component.a[0].A.A", "component.a[1].component.b.data.A.A");
    assertThat(ComponentPath.ROOT.instancesIn(all)).hasSize(6);
    assertThat(ResourceAddress.parse("component.a.A.A").instancesIn(all)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      textBlock =
          """
          component.web,                     'component.web["eu"].component.db[0].server.main[1]', true
          component.web.component.db,        'component.web["eu"].component.db[0].server.main[1]', true
          component.web["eu"],               'component.web["eu"].component.db[0].server.main[1]', true
          component.web["us"].component.db,  'component.web["eu"].component.db[0].server.main[1]', false
          component.web["eu"].component.db[1],'component.web["eu"].component.db[0].server.main[1]', false
          component.web.component.db.server.main,   'component.web["eu"].component.db[0].server.main[1]', true
          component.web.component.db.server.main[1],'component.web["eu"].component.db[0].server.main[1]', true
          component.web.component.db.server.main[0],'component.web["eu"].component.db[0].server.main[1]', false
          component.web.server.main,         'component.web["eu"].component.db[0].server.main[1]', false
          component.we,                      'component.web["eu"].server.main', false
          server.main,                       'component.web["eu"].server.main', false
          component.web,                     'server.main', false
          """)
  @Tag("R-TGT-1")
  void target_coversAllInstancesWhereAKeyIsLeftOut(String target, String at, boolean covered) {
    assertThat(Target.parse(target).covers(InstanceAddress.parse(at))).isEqualTo(covered);
    if (covered)
      assertThat(Target.parse(target).mayCover(InstanceAddress.parse(at).resource())).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          component.web[0].server.main,   component.web[0].server.main[1],                true
          component.web[0].server.main,   component.web[1].server.main[1],                false
          component.web[0].server.main[0],component.web[0].server.main[1],                false
          component.web,                  component.web[1].server.main[1],                true
          component.web[1],               component.web[1].component.db[0].server.main,   true
          component.web[0],               component.web[1].component.db[0].server.main,   false
          component.web[1].component.db,  component.web[1].component.db[0].server.main,   true
          component.web.component.db,     component.web[1].component.db[0].server.main,   false
          component.web.component.db,     component.web.component.db[0].server.main,      true
          component.web.component.db,     component.web.server.main,                      false
          """)
  @Tag("R-PUL-30")
  void nameOfOneThing_meansAllInstancesWhereOnlyItsOwnKeyIsLeftOut(
      String target, String at, boolean meant) {
    assertThat(Target.parse(target).means(InstanceAddress.parse(at))).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          server.main,                    component.web[1].disk.a, server.main
          component.web.server.main,      component.web[1].disk.a, component.web[1].server.main
          component.web.server.main[2],   component.web[1].disk.a, component.web[1].server.main[2]
          component.web.component.db,     component.web[1].disk.a, component.web[1].component.db
          component.web[0].component.db,  component.web[1].disk.a, component.web[0].component.db
          component.db,                   component.web[1].disk.a, component.db
          """)
  @Tag("R-CMP-12")
  void nameBesideAnInstance_isInTheSameInstancesOfWhatIsAroundBoth(
      String target, String at, String expected) {
    assertThat(Target.parse(target).beside(InstanceAddress.parse(at)))
        .isEqualTo(Target.parse(expected));
  }
}
