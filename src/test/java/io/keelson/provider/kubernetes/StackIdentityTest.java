package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import org.junit.jupiter.api.Test;

final class StackIdentityTest {
  private static final ResourceAddress RESOURCE =
      ResourceAddress.managed("kubernetes_object", "web");

  @Test
  void longNames_giveAFieldManagerTheServerTakes() {
    var one = new StackIdentity("n".repeat(63), "s".repeat(62) + "1", "u");
    var two = new StackIdentity("n".repeat(63), "s".repeat(62) + "2", "u");

    assertThat(one.fieldManager()).hasSize(128).startsWith("keelson:nnn");
    assertThat(one.fieldManager()).isNotEqualTo(two.fieldManager());
  }

  @Test
  void owner_namesStackAndInstance() {
    var stack = new StackIdentity("team", "shop", "u-1");

    assertThat(stack.owner(InstanceAddress.parse("kubernetes_object.web[\"a\"]")))
        .isEqualTo("u-1/kubernetes_object.web[\"a\"]");
    assertThat(stack.owns("u-1/kubernetes_object.other")).isTrue();
    assertThat(stack.owns("u-10/kubernetes_object.web")).isFalse();
  }

  @Test
  void endlessKeys_giveAnOwnerOfBoundedLength() {
    var stack = new StackIdentity("team", "shop", "u-1");
    var one = RESOURCE.instance(new InstanceKey.Key("k".repeat(5000) + "1"));
    var two = RESOURCE.instance(new InstanceKey.Key("k".repeat(5000) + "2"));

    assertThat(stack.owner(one)).hasSize(1024).isNotEqualTo(stack.owner(two));
  }
}
