package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.StackOfServers.A;
import static io.keelson.engine.config.load.StackOfServers.B;
import static io.keelson.engine.config.load.StackOfServers.C;
import static io.keelson.engine.config.load.StackOfServers.assertFrozen;
import static io.keelson.engine.config.load.StackOfServers.only;
import static io.keelson.engine.config.load.StackOfServers.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What resources and locals need of each other: references, dependsOn, and circles of them.
final class DependencyLoaderTest {
  private final StackOfServers stack = new StackOfServers();

  @Test
  void locals_areTypedByWhatTheyReferTo() {
    stack.locals.put("first", Value.text("${local.second}"));
    stack.locals.put("second", Value.text("${server.a.id}"));
    var loaded = stack.load(server(A), server(B).set("image", "${local.first}"));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(Objects.requireNonNull(loaded.config().locals().get("first")).type())
        .isEqualTo(Types.STRING);
  }

  @Test
  void localsThatNeedEachOther_areACycleWithItsMembers() {
    stack.locals.put("x", Value.text("${local.y}"));
    stack.locals.put("y", Value.text("${local.x}"));
    stack.locals.put("z", Value.text("fine"));
    var loaded = stack.load();

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code, Diagnostic::subject)
        .containsExactly(
            tuple(Code.CYCLE, Subject.part("local", "x")),
            tuple(Code.CYCLE, Subject.part("local", "y")));
    assertThat(loaded.diagnostics().getFirst().detail()).contains("local.x -> local.y -> local.x");
    assertThat(loaded.config().locals()).containsOnlyKeys("z");
  }

  @Test
  void brokenLocal_isToldBeforeWhatUsesIt() {
    stack.locals.put("a", Value.text("${local.x}"));
    stack.locals.put("x", Value.text("${server.nope.id}"));
    var loaded = stack.load(server(A).set("image", "${local.a}"), server(B));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code, Diagnostic::subject)
        .containsExactly(
            tuple(Code.UNDECLARED, Subject.part("local", "x")),
            tuple(Code.BROKEN_REFERENCE, Subject.part("local", "a")),
            tuple(Code.BROKEN_REFERENCE, Subject.of(A)));
  }

  @Test
  void resourceThatUsesABrokenLocal_isFrozen() {
    stack.locals.put("x", Value.text("${server.nope.id}"));
    var loaded = stack.load(server(A).set("image", "${local.x}"), server(B));

    assertFrozen(loaded, A);
    assertThat(loaded.diagnostics()).extracting(Diagnostic::code).contains(Code.UNDECLARED);
    assertThat(loaded.config().resources()).containsOnlyKeys(B);
  }

  @Test
  @Tag("R-GRAPH-14")
  void bodyThatRefersToItsResource_isASelfReference() {
    var loaded = stack.load(server(A).set("image", "${server.a.id}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
  }

  @Test
  @Tag("R-GRAPH-14")
  void instanceThatRefersToAnotherOfItsResource_isASelfReference() {
    var loaded = stack.load(server(A).count(Value.number(2)).set("image", "${server.a[0].id}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
  }

  @Test
  void dependsOnItself_isAccepted() {
    var loaded = stack.load(server(A).dependsOn("server.a"));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(loaded.config().resources()).containsKey(A);
  }

  @Test
  @Tag("R-GRAPH-30")
  void resourcesThatNeedEachOther_areACycleWithItsMembersInOrder() {
    stack.locals.put("x", Value.text("${server.c.id}"));
    var loaded =
        stack.load(
            server(A).set("image", "${server.b.id}"),
            server(B).set("image", "${local.x}"),
            server(C).dependsOn("server.a"));

    assertFrozen(loaded, A, B, C);
    assertThat(loaded.diagnostics()).extracting(Diagnostic::code).containsOnly(Code.CYCLE);
    assertThat(loaded.diagnostics().getFirst().subject()).isEqualTo(Subject.of(A));
    assertThat(loaded.diagnostics().getFirst().detail())
        .contains("server.a -> server.b -> local.x -> server.c -> server.a");
  }

  @Test
  void resourceThatNeedsItselfThroughALocal_isACycle() {
    stack.locals.put("x", Value.text("${server.a.id}"));
    var loaded = stack.load(server(A).set("image", "${local.x}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.CYCLE);
  }

  @Test
  void resourceThatNeedsAFrozenOne_isNotFrozen() {
    var loaded = stack.load(server(A).set("nope", "x"), server(B).set("image", "${server.a.id}"));

    assertFrozen(loaded, A);
    assertThat(loaded.config().resources()).containsOnlyKeys(B);
  }

  @Test
  void dependsOn_takesAddressesOfResourcesAndInstances() {
    var loaded = stack.load(server(A), server(B), server(C).dependsOn("server.a", "server.b[0]"));

    assertThat(Objects.requireNonNull(loaded.config().resources().get(C)).dependsOn())
        .containsExactly(new Root.Resource(A), new Root.Resource(B));
  }

  @Test
  void dependsOnUndeclared_isFrozenWithTheNearestName() {
    var loaded = stack.load(server(A).dependsOn("server.bb"), server(B));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.UNDECLARED);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("dependsOn[0]"));
    assertThat(only(loaded).detail()).contains("Did you mean 'server.b'?");
  }

  @Test
  void nearestName_isNeverTheResourceThatAsks() {
    var loaded = stack.load(server(A).dependsOn("server.aa"));

    assertThat(only(loaded).detail()).doesNotContain("Did you mean");
  }

  @Test
  void dependsOnNoAddress_isFrozen() {
    var loaded = stack.load(server(A).dependsOn("nope"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_ADDRESS);
  }
}
