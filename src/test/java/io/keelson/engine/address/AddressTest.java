package io.keelson.engine.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  private static final ResourceAddress WEB = ResourceAddress.managed("server", "web");

  @Provide
  Arbitrary<AttributePath> paths() {
    Arbitrary<AttributePath.Step> steps =
        Arbitraries.oneOf(
            Arbitraries.of("tags", "a-b", "_x", "app/name", "", "a.b", "0")
                .map(AttributePath.Step.Attribute::new),
            Arbitraries.strings().ofMaxLength(4).map(AttributePath.Step.Attribute::new),
            Arbitraries.strings().ofMaxLength(4).map(AttributePath.Step.Key::new),
            Arbitraries.integers().between(0, 1000).map(AttributePath.Step.Index::new));
    return steps.list().ofMaxSize(4).map(AttributePath::new);
  }

  @Property
  void path_isReadAsItIsWritten(@ForAll("paths") AttributePath path) {
    assertThat(AttributePath.parse(path.toString())).isEqualTo(path);
  }

  @Property
  void pathOrder_isTotal(@ForAll("paths") AttributePath one, @ForAll("paths") AttributePath two) {
    assertThat(one.compareTo(two) == 0).isEqualTo(one.equals(two));
    assertThat(Integer.signum(one.compareTo(two))).isEqualTo(-Integer.signum(two.compareTo(one)));
  }

  @Property
  @net.jqwik.api.Tag("R-VAL-13")
  void keyOfAnyText_isReadAsItIsWritten(@ForAll String key) {
    var address = WEB.instance(new InstanceKey.Key(key));

    assertThat(InstanceAddress.parse(address.toString())).isEqualTo(address);
  }

  @Property
  void index_isReadAsItIsWritten(@ForAll @IntRange int index) {
    var address = WEB.instance(new InstanceKey.Index(index));

    assertThat(InstanceAddress.parse(address.toString())).isEqualTo(address);
  }

  @Test
  @Tag("R-VAL-13")
  void noKeyIndexAndKey_areThreeInstances() {
    assertThat(
            List.of(
                InstanceAddress.parse("server.web"),
                InstanceAddress.parse("server.web[0]"),
                InstanceAddress.parse("server.web[\"0\"]")))
        .doesNotHaveDuplicates()
        .isSorted();
  }

  @Test
  void dataResource_isReadAsItIsWritten() {
    var address = new ResourceAddress(ResourceAddress.Mode.DATA, "image", "base");

    assertThat(address).hasToString("data.image.base");
    assertThat(ResourceAddress.parse("data.image.base")).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "server",
        "server.",
        ".web",
        "a.b.c",
        "1a.b",
        "server.web[",
        "server.web[]",
        "server.web[-1]",
        "server.web[01]",
        "server.web[99999999999]",
        "server.web[a]",
        "server.web[\"a]",
        "server.web[\"a\"]x",
        "server.web[0]]",
        "data.web"
      })
  void textThatIsNoAddress_isRefused(String text) {
    assertThatThrownBy(() -> InstanceAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a.", ".a", "a..b", "a[", "a[]", "a[-1]", "a[x]", "a[\"x]", "a b", "a[0]b", "1a"})
  void textThatIsNoPath_isRefused(String text) {
    assertThatThrownBy(() -> AttributePath.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void resource_isNotAnInstance() {
    assertThatThrownBy(() -> ResourceAddress.parse("server.web[0]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an instance, not a resource");
  }

  @Test
  void currentObject_comesBeforeTheDeposedOnes() {
    var at = WEB.instance(new InstanceKey.None());

    assertThat(ObjectRef.current(at)).isLessThan(ObjectRef.deposed(at, new DeposedKey("00000000")));
    assertThatThrownBy(() -> new DeposedKey("XYZ")).isInstanceOf(IllegalArgumentException.class);
  }
}
