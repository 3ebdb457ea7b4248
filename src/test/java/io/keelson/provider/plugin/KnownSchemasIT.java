package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.provider.ConfigureAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.plugin.wire.EmptyObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How many processes are started, and how often they are asked for their schemas.
class KnownSchemasIT {
  private static final String TYPE = "keelsontest_thing";

  @TempDir Path folder;
  private PluginBench bench;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void schemasOfAProgram_areReadOnce_howeverManyConfigurationsUseIt() {
    var described = schemas(bench.program("keelsontest", "2.0.0"));
    assertThat(asked()).isEqualTo("1 processes, 1 schemas");

    var program = bench.program("keelsontest", "2.0.0");
    assertThat(schemas(program)).isSameAs(described);
    assertThat(asked()).isEqualTo("1 processes, 1 schemas");

    try (var one = new ConfiguredPlugin(program, described, Optional.empty());
        var other = new ConfiguredPlugin(program, described, Optional.empty())) {
      assertThat(configured(one, "one").schemas()).isSameAs(described);
      assertThat(configured(other, "other").schemas()).isSameAs(described);
      assertThat(asked()).isEqualTo("1 processes, 1 schemas");

      validate(configured(one, "one"));
      validate(configured(other, "other"));
      validate(configured(other, "one"));
      assertThat(asked()).isEqualTo("3 processes, 1 schemas");
    }
  }

  @Test
  void functionsOfAllConfigurations_areCalledInOneProcess() {
    var program = bench.program("keelsontest", "2.0.0");
    var described = schemas(program);

    try (var one = new ConfiguredPlugin(program, described, Optional.empty());
        var other = new ConfiguredPlugin(program, described, Optional.empty())) {
      for (var each : List.of(one, other, one))
        assertThat(
                Optional.ofNullable(each.functions().get("join"))
                    .orElseThrow()
                    .call(List.of(Value.text("-"), Value.text("a"), Value.text("b"))))
            .isEqualTo(new FunctionAnswer.Returned(Value.text("a-b")));
      assertThat(asked()).isEqualTo("2 processes, 1 schemas");
      assertThat(
              bench.cloud().journal(line -> line.path("rpc").asText().equals("ConfigureProvider")))
          .isEmpty();
    }
  }

  @Test
  void otherVersion_hasSchemasOfItsOwn() {
    var newer = schemas(bench.program("keelsontest", "2.0.0"));

    assertThat(schemas(bench.program("keelsontest", "1.0.0"))).isNotSameAs(newer);
    assertThat(asked()).isEqualTo("2 processes, 2 schemas");
  }

  private static ProviderSchemas schemas(PluginProgram program) {
    return switch (program.describe()) {
      case PluginProgram.Described.Known(var schemas) -> schemas;
      case PluginProgram.Described.Failed(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  private static PluginProvider configured(ConfiguredPlugin plugin, String account) {
    var empty = (Mapping) EmptyObject.of(plugin.configuration().root());
    var config =
        empty.mapValues((name, value) -> name.equals("account") ? Value.text(account) : value);
    return switch (plugin.configure(Unmarked.plain(config))) {
      case ConfigureAnswer.Ready(var provider, _) -> (PluginProvider) provider;
      case ConfigureAnswer.Refused(var diagnostics) ->
          throw new AssertionError(diagnostics.toString());
    };
  }

  private static void validate(PluginProvider provider) {
    var empty = (Mapping) EmptyObject.of(provider.schema(TYPE).orElseThrow().root());
    var config = empty.mapValues((name, value) -> name.equals("name") ? Value.text("a") : value);
    assertThat(provider.validate(TYPE, Unmarked.plain(config))).isEmpty();
  }

  private String asked() {
    int processes =
        bench.cloud().journal(line -> line.path("event").asText().equals("start")).size();
    int schemas =
        bench
            .cloud()
            .journal(line ->
                line.path("event").asText().equals("call")
                    && line.path("rpc").asText().equals("GetProviderSchema"))
            .size();
    return processes + " processes, " + schemas + " schemas";
  }
}
