package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.StackOfServers.A;
import static io.keelson.engine.config.load.StackOfServers.B;
import static io.keelson.engine.config.load.StackOfServers.assertFrozen;
import static io.keelson.engine.config.load.StackOfServers.only;
import static io.keelson.engine.config.load.StackOfServers.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.config.Reference;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Severity;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lifecycle options of a resource: its conditions, what triggers its replacement, what it ignores.
final class LifecycleLoaderTest {
  private final StackOfServers stack = new StackOfServers();

  @Test
  @Tag("R-COND-4")
  void condition_thatIsNoBool_isRefused() {
    var loaded = stack.load(server(A).precondition("${[stack.name]}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.CONDITION_EXPRESSION);
    assertThat(only(loaded).path()).hasToString("lifecycle.preconditions[0].condition");
  }

  @Test
  @Tag("R-COND-4")
  void condition_thatRefersToNothing_isRefused() {
    var loaded = stack.load(server(A).precondition("${1 == 1}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.CONDITION_EXPRESSION);
    assertThat(only(loaded).detail()).contains("refers to nothing");
  }

  @Test
  @Tag("R-COND-3")
  void self_isKnownInPostconditionsOnly() {
    assertThat(stack.load(server(A).postcondition("${self.image == 'i'}", "m")).diagnostics())
        .isEmpty();
    stack.resources.clear();

    var loaded = stack.load(server(A).precondition("${self.image == 'i'}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).detail()).contains("self can only be used in postconditions");
  }

  @Test
  @Tag("R-COND-3")
  void self_hasTheAttributesOfItsType() {
    var loaded = stack.load(server(A).postcondition("${self.imag == 'i'}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).detail()).contains("image");
  }

  @Test
  @Tag("R-GRAPH-14")
  void condition_onItsOwnResource_isRefused() {
    var loaded = stack.load(server(A).postcondition("${server.a.image == 'i'}", "m"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
    assertThat(only(loaded).detail()).contains("in a postcondition, to self");
  }

  @Test
  @Tag("R-GRAPH-14")
  void triggerThatNamesItsOwnResource_isASelfReference() {
    var loaded = stack.load(server(A).triggeredBy("server.a"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
  }

  @Test
  @Tag("R-PUL-14")
  void triggerThatComesFromItsOwnResource_isASelfReference() {
    var loaded = stack.load(server(A).triggeredWith("${server.a.id}"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.SELF_REFERENCE);
    assertThat(only(loaded).path()).hasToString("lifecycle.replaceTrigger");
  }

  @Test
  @Tag("R-RTB-1")
  void triggers_areReferences() {
    var loaded = stack.load(server(A), server(B).triggeredBy("server.a", "server.a.id"));

    assertThat(
            Objects.requireNonNull(loaded.config().resources().get(B))
                .lifecycle()
                .replaceTriggeredBy())
        .extracting(Reference::toString)
        .containsExactly("server.a", "server.a.id");
  }

  @Test
  @Tag("R-RTB-1")
  void triggerThatNobodyDeclares_isFrozen() {
    var loaded = stack.load(server(A).triggeredBy("server.nope"));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.UNDECLARED);
  }

  @Test
  @Tag("R-RTB-1")
  void triggerOnAnAttributeThatDoesNotExist_isFrozen() {
    var loaded = stack.load(server(A), server(B).triggeredBy("server.a.nope"));

    assertFrozen(loaded, B);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_REFERENCE);
  }

  @Test
  @Tag("R-IGN-1")
  void ignoreChanges_arePathsOrEverything() {
    var loaded =
        stack.load(server(A).ignore("size", "tags[\"x\"]", "tags.y"), server(B).ignore("all"));

    var options =
        Objects.requireNonNull(loaded.config().resources().get(A)).lifecycle().ignoreChanges();
    assertThat(options)
        .isEqualTo(
            new io.keelson.engine.config.Lifecycle.IgnoreChanges.Only(
                List.of(
                    PathPattern.parse("size"),
                    PathPattern.parse("tags[\"x\"]"),
                    PathPattern.parse("tags.y"))));
    assertThat(
            Objects.requireNonNull(loaded.config().resources().get(B)).lifecycle().ignoreChanges())
        .isInstanceOf(io.keelson.engine.config.Lifecycle.IgnoreChanges.All.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "tags[", "", "zones[0]", "size.x", "tags[0]", "[0]"})
  @Tag("R-IGN-4")
  void ignoredPathThatLeadsNowhere_isFrozen(String path) {
    var loaded = stack.load(server(A).ignore(path));

    assertFrozen(loaded, A);
    assertThat(only(loaded).code()).isEqualTo(Code.BAD_REFERENCE);
    assertThat(only(loaded).path()).isEqualTo(AttributePath.parse("lifecycle.ignoreChanges[0]"));
  }

  @Test
  @Tag("R-IGN-10")
  void ignoringAComputedAttribute_isAWarning() {
    var loaded = stack.load(server(A).ignore("id"));

    assertThat(only(loaded).severity()).isEqualTo(Severity.WARNING);
    assertThat(loaded.config().resources()).containsKey(A);
  }
}
