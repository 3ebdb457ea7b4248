package io.keelson.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said of a `forEach` without keys works when it is done.
@Tag("R-VAL-10")
@Tag("R-DIAG-2")
final class ForEachAdviceTest {
  private static final Pattern ADVICE =
      Pattern.compile("Write (.*?), (which has|with your) .*in the place of ([A-Z]+)\\.");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ['b', 'a']                                         | a b
          []                                                 |
          [80, 443, 1.5]                                     | 1.5 443 80
          [true, false]                                      | false true
          [1, 'a']                                           | 0 1
          [{'role': 'x', 'name': 'ada'}, {'role': 'x', 'name': 'bob'}] | ada bob
          [{'name': 'x', 'zone': 'b'}, {'name': 'x', 'zone': 'c'}] | b c
          [{'name': 'x'}, {'name': 'x'}]                     | 0 1
          [{'in': 'x', 'a-b': 'y'}]                          | x
          [{'a-b': 'y'}]                                     | 0
          [{'name': 'x'}, {'zone': 'y'}]                     | 0 1
          [['a'], ['b']]                                     | 0 1
          toSet([80, 443])                                   | 443 80
          toSet([true])                                      | true
          toSet([{'name': 'ada'}, {'name': 'bob'}])          | ada bob
          toSet([['a'], ['b']])                              | 0 1
          ("word")                                           | word
          """)
  void advice_isAForEachWhenItIsFollowed(String expression, String keys) {
    var told = plan(expression).diagnostics();
    assertThat(told).singleElement().extracting(Diagnostic::code).hasToString("FOR_EACH");
    var advice = ADVICE.matcher(told.getFirst().detail());
    assertThat(advice.find()).as(told.getFirst().detail()).isTrue();

    var followed = plan(advice.group(1).replace(advice.group(3), expression));

    assertThat(followed.diagnostics()).isEmpty();
    var addresses =
        keys == null
            ? List.<String>of()
            : Pattern.compile(" ")
                .splitAsStream(keys)
                .map(key -> "terraform_data.a[\"" + key + "\"]")
                .toList();
    assertThat(followed.plan().effective())
        .extracting(change -> change.object().instance().toString())
        .containsExactlyElementsOf(addresses);
  }

  private PlanOutcome plan(String forEach) {
    var resource =
        new ResourceDeclaration(
            ResourceAddress.managed("terraform_data", "a"),
            Value.object(Map.of("input", Value.text("${each.key}"))),
            Optional.empty(),
            Optional.of(Value.text("${" + forEach + "}")),
            List.of(),
            LifecycleDeclaration.PLAIN);
    var declaration =
        new StackDeclaration(
            List.of(resource), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    assertThat(loaded.diagnostics()).isEmpty();
    var key = new DigestKey(Bytes.utf8("k"), "test");
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 4, key);
    return new Planner(providers, codec)
        .plan(new Snapshot(loaded.config(), StackState.EMPTY), options);
  }
}
