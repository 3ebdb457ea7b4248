package io.keelson.engine.config.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Whether a type of a variable takes all that the one before took.
@Tag("R-CMP-53")
final class NarrowerTypeTest {
  private static TypeConstraint type(String written) {
    return new TypeConstraintReader(new CelExpressions())
        .read(written, Subject.part("variable", "any"));
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # everything has a text, and any takes everything
          string                           | any
          list(number)                     | any
          number                           | string
          bool                             | string
          # elements are converted one by one
          list(string)                     | set(string)
          set(string)                      | list(string)
          list(number)                     | list(string)
          map(bool)                        | map(string)
          list(list(number))               | list(set(string))
          # what has fixed parts may become what has any number of them
          tuple([number, string])          | list(string)
          tuple([])                        | set(number)
          object({a = number, b = string}) | map(string)
          # a part of its own may be anything
          tuple([number])                  | tuple([any])
          object({a = number})             | object({a = any})
          # attributes may be added and left out, but not demanded
          object({a = string})             | object({a = string, b = optional(string)})
          object({a = string})             | object({a = optional(string)})
          object({a = optional(number, 1)})| object({a = optional(number)})
          object({a = optional(number)})   | object({a = optional(string, 'x')})
          map(object({a = number}))        | map(object({a = string, b = optional(number, 3)}))
          list(any)                        | set(any)
          """)
  void typeThatTakesAtLeastAsMuch_breaksNothing(String was, String is) {
    assertThat(NarrowerType.differences(type(was), type(is))).isEmpty();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          string                     | number              | it was string and is number
          any                        | string              | it was any and is string
          number                     | bool                | it was number and is bool
          bool                       | number              | it was bool and is number
          string                     | list(string)        | it was string and is list(string)
          list(string)               | list(number)        | '[*]' was string and is number
          map(list(string))          | map(list(bool))     | '[*][*]' was string and is bool
          list(string)               | map(string)         | it was list(string) and is map(string)
          list(string)               | tuple([string])     | it was list(string) and is tuple(string)
          set(string)                | tuple([string])     | it was set(string) and is tuple(string)
          tuple([string])            | tuple([string, any])| it was tuple(string) and is tuple(string, any)
          tuple([string, string])    | list(number)        | '[0]' was string and is number; '[1]' was string and is number
          map(string)                | object({})          | it was map(string) and is object({})
          object({a = string})       | map(number)         | 'a' was string and is number
          object({a = string})       | string              | it was object({a: string}) and is string
          list(string)               | list(any)           | '[*]' was string and is any, where all values have to be of one type
          list(object({a = number})) | list(object({a = any})) | '[*].a' was number and is any, where all values have to be of one type
          tuple([string, number])    | list(any)           | '[0]' was string and is any, where all values have to be of one type; '[1]' was number and is any, where all values have to be of one type
          object({a = string})       | object({a = string, b = number}) | 'b' is new and has to be given
          object({a = optional(string)}) | object({a = string})         | 'a' was optional and has to be given
          object({a = optional(string, 'x')}) | object({a = string})    | 'a' was optional and has to be given
          object({a = string, b = string}) | object({a = string})       | 'b' is gone, and what is given for it would be ignored
          object({net = object({zone = string})}) | object({net = object({zone = number})}) | 'net.zone' was string and is number
          list(object({a = string})) | list(object({b = string})) | '[*].a' is gone, and what is given for it would be ignored; '[*].b' is new and has to be given
          """)
  void typeThatTakesLess_isToldWithThePlace(String was, String is, String message) {
    assertThat(String.join("; ", NarrowerType.differences(type(was), type(is)))).isEqualTo(message);
  }

  private static boolean takes(TypeConstraint type, Value given) {
    return type.complete(given).convert(type.type()) instanceof Conversion.Converted;
  }

  @Property(tries = 2000)
  void whatIsNotNarrower_takesWhateverWasTaken(@ForAll Random random) {
    var types = new RandomTypes(random);
    var was = types.any(3);
    var is = types.changed(was, 3);
    Assume.that(NarrowerType.differences(was, is).isEmpty());
    var given = types.given(was);
    Assume.that(takes(was, given));

    assertThat(takes(is, given)).as("%s -> %s takes %s", was, is, given).isTrue();
  }
}
