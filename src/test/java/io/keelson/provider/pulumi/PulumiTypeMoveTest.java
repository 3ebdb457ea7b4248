package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.provider.plugin.PluggedStack;
import io.keelson.provider.pulumi.proto.Pulumi.GetSchemaResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Objects of a type that has another token in a newer version of its package.
@Tag("R-MOV-4")
class PulumiTypeMoveTest {
  private static final String OLD = "fake_Thing.a";
  private static final String NEW = "fake_sea_Thing.a";
  private static final String BODY = "{name: a, token: hunter2-hunter2}";

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

  /// @param alias the token that the new type had before
  private PluggedStack renamed(String alias) {
    var both =
        FakeThings.SCHEMA.replace(
            "\"fake:index:Web\"",
            "\"fake:sea:Thing\": {\"aliases\": [{\"type\": \"%s\"}], %s}, \"fake:index:Web\""
                .formatted(alias, ofThing()));
    fake.on(PulumiRpc.SCHEMA, _ -> GetSchemaResponse.newBuilder().setSchema(both).build());
    return fake.stack(BODY).converge().remove(OLD).declare(NEW, BODY).moved(OLD, NEW);
  }

  /// What the schema says of a thing, without the braces around it.
  private static String ofThing() {
    var begin = "\"fake:index:Thing\": {";
    var rest = FakeThings.SCHEMA.substring(FakeThings.SCHEMA.indexOf(begin) + begin.length());
    return rest.substring(0, rest.indexOf("\"fake:index:Web\"")).strip().replaceFirst("},$", "");
  }

  @Test
  void objectOfAnAlias_keepsWhatItIs_underItsNewType() {
    var stack = renamed("fake:index:Thing");

    assertThat(stack.tryApply(new StopSignal()).diagnostics()).isEmpty();
    assertThat(stack.text(NEW, "id")).isEqualTo("thing-1");
    assertThat(fake.things().ids()).containsExactly("thing-1");
    assertThat(stack.changes()).isEmpty();
  }

  @Test
  void objectOfAnotherType_isNotTakenOver() {
    var stack = renamed("fake:index:Other");

    assertThat(stack.tryPlan().diagnostics())
        .filteredOn(Diagnostic::isError)
        .extracting(Diagnostic::summary)
        .containsExactly("Move to another type is not supported");
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }
}
