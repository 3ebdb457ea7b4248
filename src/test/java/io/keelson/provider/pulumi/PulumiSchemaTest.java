package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.provider.pulumi.proto.Pulumi.GetSchemaResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What providers tell of their types.
class PulumiSchemaTest {
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

  private FakePulumi telling(String schema) {
    return fake.on(PulumiRpc.SCHEMA, _ -> GetSchemaResponse.newBuilder().setSchema(schema).build());
  }

  @Test
  void schemaThatCannotBeRead_isABugOfTheProvider() {
    var failure = telling("{\"name\": ").failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_CONTRACT);
    assertThat(failure.summary()).isEqualTo("Provider has a broken schema");
    assertThat(failure.detail())
        .contains("The answer of provider \"fake 1.0.0\" is wrong")
        .contains("the provider's schema of its package cannot be used: ")
        .endsWith("This is a bug of the provider, to be reported there.");
    assertThat(fake.running()).isEmpty();
  }

  @Test
  void emptySchema_isABugOfTheProvider() {
    assertThat(telling("").failure().summary()).isEqualTo("Provider has a broken schema");
  }

  @Test
  void hugeSchema_isNotRead() {
    var failure = telling("x".repeat((64 << 20) + 1)).failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_CONTRACT);
    assertThat(failure.detail())
        .contains("it has 67108865 bytes, and 67108864 are the most that are read");
  }

  @Test
  void schemaThatIsRefused_isTheReason() {
    var failure = fake.refuse(PulumiRpc.SCHEMA, "no schema today").failure();

    assertThat(failure.summary()).isEqualTo("The provider reported a problem");
    assertThat(failure.detail()).isEqualTo("no schema today");
  }

  @Test
  @Tag("R-PRG-25")
  void package_isCalledAsItCallsItself_whateverItsTypesBeginWith() {
    var named =
        telling("{\"name\": \"fake-native\", \"resources\": {\"fake-native:index:Thing\": {}}}")
            .configurable();

    assertThat(named.typeOf("fake-native:index:Thing")).contains("fake_native_Thing");
    assertThat(named.packageName()).contains("fake-native");
  }

  @Test
  void typeThatRefersToItself_holdsAnythingWhereItBeginsAgain() {
    var tree =
        """
        "fake:index:Tree": {"type": "object", "properties": {
          "leaf": {"type": "string"}, "below": {"$ref": "#/types/fake:index:Tree"}}},\
        """;
    var schema =
        FakeThings.SCHEMA
            .replace("\"types\": {", "\"types\": {" + tree)
            .replace(
                "\"any\": {\"$ref\": \"pulumi.json#/Any\"}",
                "\"any\": {\"$ref\": \"#/types/fake:index:Tree\"}");
    var stack =
        telling(schema).stack("{name: a, any: {leaf: a, below: {leaf: b, below: {leaf: c}}}}");

    stack.converge();
    assertThat(stack.text("fake_Thing.a", "any")).contains("a", "b", "c");
  }
}
