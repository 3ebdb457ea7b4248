package io.keelson.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the API server takes for an address is what the engine can read.
final class FormatsTest {
  @Property
  void addressOfAnyKey_isTaken(@ForAll String key) {
    var address = ResourceAddress.managed("server", "web").instance(new InstanceKey.Key(key));

    assertThat(address.toString()).matches(Formats.ADDRESS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server.web",
        "data.server.web",
        "server.web[0]",
        "server.web[999999999]",
        "component.web.server.web[0]",
        "component.web[\"eu\"].component.db.data.server.web",
        "server.web[\"\"]",
        "server.web[\"a\\\"\\\\\\u0041/]\"]"
      })
  void address_isTakenAndCanBeRead(String text) {
    assertThat(text).matches(Formats.ADDRESS);
    assertThatCode(() -> InstanceAddress.parse(text)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "web",
        "server.web.x",
        "component.web[a].server.web",
        "component.web.web",
        "server.web[]",
        "server.web[01]",
        "server.web[-1]",
        "server.web[a]",
        "server.web[\"a]",
        "server.web[\"\\x\"]",
        "server.web [0]",
        "server.1web"
      })
  void anythingElse_isRefused(String text) {
    assertThat(text).doesNotMatch(Formats.ADDRESS).doesNotMatch(Formats.RESOURCE_ADDRESS);
  }
}
