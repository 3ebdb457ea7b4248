package io.keelson.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Start;
import io.keelson.json.ExactJson;
import io.keelson.testing.Command;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Schemas of real providers, which are installed for that.
class SchemaCommandIT {
  private static final String TIME = "registry.terraform.io/hashicorp/time";

  @TempDir Path folder;

  private Program schema(String source, String... arguments) {
    var all = new ArrayList<Object>(List.of("schema"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--source", source, "--provider-mirror", TestProviders.mirror()));
    all.addAll(List.of("--provider-folder", folder));
    return Program.run(all.toArray());
  }

  @Test
  void realProvider_tellsItsTypesArgumentsAndFunctions() {
    var list = schema(TIME);
    assertThat(list.errors()).isEmpty();
    assertThat(list.out())
        .contains("registry.terraform.io/hashicorp/time 0.14.2\n")
        .contains("  provider.time\n  time_offset\n");

    var type = schema(TIME, "time_static");
    assertThat(type.out())
        .startsWith("time_static: resource of registry.terraform.io/hashicorp/time 0.14.2\n")
        .contains("  rfc3339  string  (optional, else computed)\n")
        .contains("Base timestamp in [RFC3339]");

    assertThat(schema(TIME, "provider.time").out())
        .contains("provider.time.rfc3339_parse(timestamp: string): object(");
  }

  /// Log lines of a provider are for those who run an operator.
  @Test
  void whatAProviderLogs_isNotTold() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var result =
        Command.of(
                java, "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED")
            .with("-Dlog4j2.configurationFile=log4j2.xml")
            .with("-cp", System.getProperty("java.class.path"), Start.class.getName(), "schema")
            .with("--source", TIME, "--provider-mirror", TestProviders.mirror().toString())
            .with("--provider-folder", folder.toString())
            .run()
            .orThrow();

    assertThat(result.out()).contains("  time_offset\n");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void testProvider_tellsEveryKind() throws IOException {
    for (String title :
        List.of(
            "keelsontest_thing",
            "data.keelsontest_thing",
            "ephemeral.keelsontest_token",
            "provider.keelsontest")) {
      var json = schema("keelson.dev/test/keelsontest", title, "--json-schema");
      assertThat(json.exitCode()).as(json.errors()).isZero();
      assertThat(ExactJson.JSON.readTree(json.out()).path("title").asText()).isEqualTo(title);
    }
    assertThat(schema("keelson.dev/test/keelsontest", "provider.keelsontest").out())
        .contains("  token  string  (optional, sensitive)\n");
  }

  @Test
  void misspeltType_isToldWithTheNearest() {
    var wrong = schema(TIME, "time_statc");

    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.errors())
        .isEqualTo("Error: No provider has a type 'time_statc'. Did you mean 'time_static'?\n");
  }

  @Test
  void providerThatIsNotThere_saysWhy() {
    var missing = schema("hashicorp/tiem", "tiem_static");

    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.errors()).contains("Provider 'hashicorp/tiem': ");
  }
}
