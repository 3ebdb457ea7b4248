package io.keelson.engine.config.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Type;
import io.keelson.expression.CelExpressions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whether readers of an output have to care that it has another type.
@Tag("R-CMP-53")
final class OtherTypeTest {
  private static Type type(String written) {
    return new TypeConstraintReader(new CelExpressions())
        .read(written, Subject.part("output", "any"))
        .type();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          string                      | string                           | ""
          any                         | string                           | ""
          list(any)                   | list(number)                     | ""
          object({a = string})        | object({a = string, b = number}) | ""
          map(object({a = string}))   | map(object({a = string, b = any}))| ""
          tuple([object({})])         | tuple([object({a = string})])    | ""
          string                      | any                              | it was string and is any
          number                      | string                           | it was number and is string
          string                      | number                           | it was string and is number
          list(string)                | set(string)                      | it was list(string) and is set(string)
          list(string)                | tuple([string])                  | it was list(string) and is tuple(string)
          tuple([string])             | tuple([string, string])          | it was tuple(string) and is tuple(string, string)
          map(string)                 | object({a = string})             | it was map(string) and is object({a: string})
          list(number)                | list(any)                        | '[*]' was number and is any
          object({a = string})        | object({b = string})             | 'a' is gone
          object({n = object({a = string, b = bool})}) | object({n = object({a = number})}) | 'n.a' was string and is number; 'n.b' is gone
          """)
  void anotherType_breaksUnlessItOnlyAdds(String was, String is, String message) {
    assertThat(String.join("; ", OtherType.differences(type(was), type(is)))).isEqualTo(message);
  }
}
