package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.plugin.PluggedStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What was made with secrets is nothing to do again, whatever its provider makes of them.
class PulumiSecrecyIT {
  private PulumiBench bench;

  @BeforeEach
  void start() throws Exception {
    bench = new PulumiBench(Files.createTempDirectory(Path.of("/tmp"), "pu"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          keel   | keel_Thing  | zone: z1, label: "${sensitive('one')}"                    | label
          keel   | keel_Thing  | zone: "${sensitive('z1')}", size: "${sensitive(2)}"       | zone
          bare   | bare_Keys   | list: [b, "${sensitive('a')}"]                            | list[1]
          bare   | bare_Keys   | object: {a: {b: ["${sensitive('a')}", c]}}                | object.a.b[0]
          bare   | bare_Keys   | source: "${sensitive({'a': 'b'})}", note: plain           | source
          legacy | legacy_Keys | list: [b, "${sensitive('a')}"]                            | list
          legacy | legacy_Keys | object: {a: {b: ["${sensitive('a')}", c]}}                | object.a.b
          legacy | legacy_Keys | source: "${sensitive({'a': 'b'})}", note: plain           | source
          sea    | sea_Vessel  | zone: z1, hosts: [b, c, "${sensitive('a')}"]              | hosts
          sea    | sea_Vessel  | zone: z1, hosts: "${sensitive(['b', 'a'])}"               | hosts
          sea    | sea_Vessel  | zone: z1, tags: {a: b, c: "${sensitive('d')}"}            | tags["c"]
          sea    | sea_Vessel  | zone: z1, tags: "${sensitive({'a': 'b'})}"                | tags
          sea    | sea_Vessel  | zone: z1, limit: {cpu: "${sensitive(2)}"}                 | limit.cpu
          sea    | sea_Vessel  | zone: z1, note: hush, size: "${sensitive(3)}"             | size
          """)
  void secret_isNothingToDoAgain(String provider, String type, String config, String hidden) {
    var address = type + ".a";
    var stack =
        new PluggedStack(bench.provider(provider, Map.of()))
            .declare(address, "{" + config + "}")
            .converge();

    assertThat(PluggedStack.stored(stack, address).sensitive().all())
        .extracting(Object::toString)
        .contains(hidden);
  }
}
