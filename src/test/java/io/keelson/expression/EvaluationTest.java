package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.cel.ProgramPlanner;
import io.keelson.expression.value.Problem;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EvaluationTest {
  private final Stage stage = Sample.stage();

  @ParameterizedTest
  @Tag("R-UNK-1")
  @Tag("R-UNK-2")
  @Tag("R-UNK-3")
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          x.a.id                                          → ?<string>
          "x-" + x.a.id                                   → ?<string>*
          [x.a.id, "k"]                                   → [?<string>, "k"]
          {"k": x.a.id}                                   → {k=?<string>}
          {x.a.id: 1}                                     → ?<any>*
          x.a.id == "x" ? 1 : 2                           → ?<number>
          true || x.a.flag                                → true
          x.a.flag || true                                → true
          x.a.flag && false                               → false
          x.a.flag || false                               → ?<bool>*
          1 / 0 > 1 || true                               → true
          1 / 0 > 1 && false                              → false
          x.a.list.map(e, e.name)                         → [?<string>, "n"]
          x.a.list.map(e, {'n': e.name, 's': e.size})     → [{n=?<string>, s=1}, {n="n", s=2}]
          x.a.list.filter(e, e.name == 'n')               → ?<any>*
          x.a.list.filter(e, e.size > 1)                  → [{name="n", size=2}]
          x.a.list.exists(e, e.size == 2)                 → true
          x.a.list.all(e, e.name == 'q')                  → false
          x.a.list.all(e, e.name == 'n')                  → ?<bool>*
          x.a.list.all(e, e.size == 9 && e.name == 'q')   → false
          x.a.list.exists_one(e, e.size == 1)             → true
          x.a.list.sortBy(e, -e.size).map(e, e.name)      → ["n", ?<string>]
          x.a.ulist.map(e, e.name)                        → ?<any>*
          x.a.ulist.exists(e, e.size == 2)                → ?<bool>*
          x.a.ulist[0].name                               → ?<string>
          [x.a.id, 'b'].join(',')                         → ?<string>*
          size(x.a.list)                                  → 2
          size(x.a.ulist)                                 → ?<number>*
          size(x.a.out)                                   → 2
          size(toSet([x.a.id]))                           → ?<number>*
          x.a.out + ['k']                                 → ?<tuple(string, number, string)>*
          x.a.list[0].name                                → ?<string>
          x.a.list[1].size                                → 2
          has(x.a.b)                                      → ?<bool>*
          has(x.a.known)                                  → true
          has(x.a.nul)                                    → false
          x.a.?b.orValue(1)                               → ?<number>
          x.a.?known.orValue('z')                         → "kk"
          x.a.?nul.orValue('z')                           → "z"
          x.a.?missing.orValue('z')                       → "z"
          x.a.?missing                                    → null
          x.a.?known.optMap(v, v + '!')                   → "kk!"
          x.a.?db.user                                    → "u"
          x.a.?db.nope                                    → null
          x.a.?nope.user.orValue('z')                     → "z"
          x.a.?list[1].name                               → "n"
          x.a.?list[5].name                               → null
          x.a.?list[0].name                               → ?<string>
          dyn(x.a.list)[?dyn(1)]                          → {name="n", size=2}
          [?x.a.?nul, 'b']                                → ["b"]
          [?x.a.?b, 'b']                                  → ?<any>*
          {?'a': x.a.?known, ?'b': x.a.?nul}              → {a="kk"}
          x.a.id == x.a.id                                → ?<bool>*
          [x.a.id] == [x.a.id, 'x']                       → false
          "x" + x.a.id == null                            → false
          dyn(x.a.id) == 1                                → false
          x.a.id in ['x']                                 → ?<bool>*
          'x' in [x.a.id, 'x']                            → true
          'a' in local.tags                               → true
          x.zones.transformMap(k, v, v.name)              → {z1="n1", z2=?<string>}
          x.zones.transformList(k, v, k + v.name)         → ["z1n1", ?<string>*]
          x.zones.map(z, z)                               → ["z1", "z2"]
          values(x.zones).map(z, z.name)                  → ["n1", ?<string>]
          x.many.map(m, m.name)                           → ["m0", "m1"]
          coalesce(x.a.nul, x.a.known, 'd')               → "kk"
          coalesce(x.a.id, 'd')                           → ?<string>
          coalesce("a" + x.a.id, 'd')                     → ?<string>*
          try(x.zones['nope'].size, 0)                    → 0
          try(x.zones['z2'].name, '')                     → ?<string>
          try(x.zones['z2'].name, 0)                      → ?<any>
          x.a.flag && 1 / 0 > 1                           → ?<bool>*
          1 / 0 > 1 || x.a.flag                           → ?<bool>*
          [x.a.flag, true].exists(e, e || 1 / 0 > 1)      → true
          [x.a.num, x.a.b].exists(e, 1 / (e - 7) > 0)     → ?<bool>*
          [x.a.b, x.a.num].all(e, 1 / (e - 7) > 0)        → ?<bool>*
          timestamp(x.a.id) - duration('1h')              → ?<any>*
          duration('1h') - duration(x.a.id)               → ?<any>*
          optional.ofNonZeroValue('a' + x.a.id)           → ?<string>
          optional.of(1).orValue(1 / 0)                   → 1
          optional.of(1).or(optional.of(1 / 0)).value()   → 1
          optional.none().orValue(x.a.id)                 → ?<string>
          optional.none() == x.a.?b                       → ?<bool>*
          can(dyn(x.a.?b).?name)                          → false
          can(dyn(timestamp('2024-01-01T00:00:00Z')).?a)  → false
          dyn(x.a.db)[?x.a.id].?name                      → ?<any>
          x.a.out + [duration('1s')]                      → ?<tuple(string, number, any)>*
          x.a.?b == optional.of(x.a.num)                  → ?<bool>*
          optional.none() in [x.a.?b]                     → ?<bool>*
          x.a.?b.or(optional.of(1 / 0)).orValue(2)        → ?<any>
          local.tags[x.a.id]                              → ?<any>
          coalesce(x.a.id, 5)                             → ?<any>
          merge(x.a.db, json.decode(x.a.id))              → ?<any>*
          regex.extract(x.a.id, 'a')                      → ?<any>
          try(1 / 0, 2)                                   → 2
          can(1 / 0)                                      → false
          can(x.a.known)                                  → true
          cel.bind(z, x.a.id, [z, z])                     → [?<string>, ?<string>]
          merge({'x': x.a.id}, {'y': 1})                  → {x=?<string>, y=1}
          merge(local.tags, null, {'b': 3})               → {a="1", b=3}
          keys({'k': x.a.id})                             → ["k"]
          [x.a.id] + ['k']                                → [?<string>, "k"]
          lookup(local.tags, 'a', 'd')                    → "1"
          lookup(local.tags, 'z', 'd')                    → "d"
          lookup({'0': 'p', '1': 'q'}, toString(count.index), '') → "q"
          toSet(['b', 'a', 'b'])                          → set["a", "b"]
          toList(['a', 1, true])                          → ["a", "1", "true"]
          toMap({'a': 1, 'b': 'x'})                       → {a="1", b="x"}
          toNumber('1.50')                                → 1.5
          toString(x.a.id)                                → ?<string>
          toString(1.0)                                   → "1"
          toBool('true')                                  → true
          [[1], [2, [3]]].flatten()                       → [1, 2, [3]]
          x.a.list.map(e, e.name).reverse()               → ["n", ?<string>]
          ['b', 'a', 'b'].distinct()                      → ["b", "a"]
          [3, 1, 2].sort()                                → [1, 2, 3]
          [x.a.id, 'k'].slice(1, 2)                       → ["k"]
          """)
  void expressionOverUnknowns_isUnknownNoFurtherThanItMust(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @ParameterizedTest
  @Tag("R-SENS-2")
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          'u:' + x.a.pw                         → "u:s3cret"!{a.pw}
          [x.a.pw, 'k']                         → ["s3cret"!{a.pw}, "k"]
          x.a.db                                → {password="p"!{a.db.password}, user="u"}
          x.a.db.user                           → "u"
          {'p': x.a.pw, 'u': x.a.db.user}.u     → "u"
          [x.a.pw, x.a.known][1]                → "kk"
          cel.bind(s, x.a.pw, 1)                → 1
          x.a.pw == 'x' ? 'yes' : 'no'          → "no"!{a.pw}
          [x.a.pw, 'b'].filter(e, e != 'b')     → ["s3cret"!{a.pw}]!{a.pw}
          x.a.pw + x.a.id                       → ?<string>*!{a.pw}
          base64.encode(bytes(x.a.pw))          → "czNjcmV0"!{a.pw}
          base64.encode(x.a.pw)                 → "czNjcmV0"!{a.pw}
          json.encode({'a': x.a.pw})            → "{"a":"s3cret"}"!{a.pw}
          [x.a.pw].join(',')                    → "s3cret"!{a.pw}
          has(x.a.pw)                           → true!{a.pw}
          x.a.pw.size() > 3                     → true!{a.pw}
          x.a.pw in ['x']                       → false!{a.pw}
          x.a.pw.upperAscii()                   → "S3CRET"!{a.pw}
          size([x.a.pw, 'k'])                   → 2
          keys({'k': x.a.pw})                   → ["k"]
          nonsensitive(x.a.pw)                  → "s3cret"
          nonsensitive(x.a.out + [variable.pw]) → ?<tuple(string, number, string)>*!{variable.pw}
          sensitive('x')                        → "x"!{sensitive()}
          toSet([x.a.pw])                       → set["s3cret"]!{a.pw}
          lookup({'s3cret': 1}, x.a.pw, 2)      → 1!{a.pw}
          x.a.?pw.hasValue()                    → true!{a.pw}
          x.a.flag ? x.a.pw : 'no'              → ?<string>!{a.pw}
          x.a.flag ? x.a.db : {}                → ?<any>!{a.db.password}
          x.a.?b.orValue(x.a.pw)                → ?<any>!{a.pw}
          try(x.a.pw.substring(99), 'short')    → "short"!{a.pw}
          try(x.a.pw.substring(2), 'short')     → "cret"!{a.pw}
          try(x.a.known.substring(99), 'short') → "short"
          try(toNumber(x.a.known), try(toNumber(x.a.pw), 0)) → 0!{a.pw}
          try(x.zones['nope'].name, x.a.db.user) → "u"
          can(x.a.pw.substring(99))             → false!{a.pw}
          can(x.a.pw.substring(2))              → true!{a.pw}
          can(x.a.db.user)                      → true
          can(x.zones[x.a.pw])                  → false!{a.pw}
          can([x.a.pw].map(e, toNumber(e)))     → false!{a.pw}
          """)
  void marks_moveWithValuesAndNotFurther(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          7 / 2                                          → 3
          -7 / 2                                         → -3
          x.a.num / 2                                    → 3.5
          10.0 / 4                                       → 2.5
          x.a.num % 2                                    → 1
          7.5 % 2                                        → 1.5
          1 + 2.5                                        → 3.5
          x.a.num + 1                                    → 8
          1 == 1.0                                       → true
          1 in [1.0]                                     → true
          [1, 2] == [1.0, 2]                             → true
          x.a.num == 7                                   → true
          true ? x.a.num : 1                             → 7
          true ? x.many.map(m, m.size) : [1]             → [1, 2]
          [x.a.num] + [1]                                → [7, 1]
          x.many.map(m, m.size) + [3]                    → [1, 2, 3]
          [3] + x.many.map(m, m.size)                    → [3, 1, 2]
          sets.contains(x.many.map(m, m.size), [2])      → true
          sets.intersects([2], x.many.map(m, m.size))    → true
          0.1 + 0.2                                      → 0.3
          -2.50                                          → -2.5
          9223372036854775807.0 + 1                      → 9223372036854775808
          number('123456789012345678901234567890') + 1   → 123456789012345678901234567891
          string(1e21)                                   → "1000000000000000000000"
          string(1.0)                                    → "1"
          int(1.9)                                       → 1
          math.greatest(1, 2.5, x.a.num)                 → 7
          math.least([3, 1])                             → 1
          math.round(2.5)                                → 3
          ['z1', 'z2'][count.index]                      → "z2"
          'abcdef'.substring(x.a.num - 4)                → "def"
          true ? dyn(1) : dyn('a')                       → "1"
          """)
  void numbers_areDecimalUnlessBothAreStaticallyWhole(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          json.encode({'b': 1.50, 'a': ['<x>&', null, true]})   → "{"a":["\\u003cx\\u003e\\u0026",null,true],"b":1.5}"
          json.decode('{"a": [1, 2.50, null, {"b": "c"}]}')     → {a=[1, 2.5, null, {b="c"}]}
          string(base64.decode('aGk='))                         → "hi"
          hash.sha256('abc').substring(0, 8)                    → "ba7816bf"
          timestamp('2024-01-01T00:00:00Z') + duration('1h')    → "2024-01-01T01:00:00Z"
          timestamp('2024-03-01T00:00:00Z').getMonth()          → 2
          duration('90m')                                       → "5400s"
          duration('1h') > duration('2m')                       → true
          'a,b'.split(',')                                      → ["a", "b"]
          'abc'.matches('^a.c$')                                → true
          ' a '.trim()                                          → "a"
          [1, 2.5, true, 'x'].join('-')                         → "1-2.5-true-x"
          null                                                  → null
          """)
  void encodingsAndTexts_areExact(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @Test
  void unknownPartOfText_makesAnUnknownText() {
    var text = stage.expression("a-${x.a.id}-${1 + 1}").evaluate(stage);
    assertThat(text.toString()).contains("type=string, notNull=true");
  }

  @Test
  void numberInText_hasPlainDigits() {
    var tree = Value.text("${1e3 + 0.25} and ${true}");
    assertThat(stage.expression(tree, Types.STRING).evaluate(stage).toString())
        .contains("1000.25 and true");
  }

  @Test
  void references_followComprehensionsAndComputedKeys() {
    assertThat(references("x.zones[each.key].name + base64.encode(b'x')"))
        .containsExactly("x.zones[each.key].name", "each.key");
    assertThat(references("x.many.map(s, s.name)")).containsExactly("x.many", "x.many[*].name");
    assertThat(references("x.zones.transformList(k, s, s.name)"))
        .containsExactly("x.zones", "x.zones[*].name");
    assertThat(references("x.many.filter(x, x.size > local.tags.b)"))
        .containsExactly("x.many", "x.many[*].size", "local.tags.b", "x.many[*]");
    assertThat(references("cel.bind(z, x.a.id, z + z)")).containsExactly("x.a.id");
    assertThat(references("x.a.?b.orValue(1)")).containsExactly("x.a.b");
    assertThat(references("x.many[size(x.many) - 1].name"))
        .containsExactly("x.many", "x.many[*].name");
  }

  private List<String> references(String source) {
    return stage.expression("${" + source + "}").references().stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void partOfWhatHasNoType_takesNoTypeFromItsNeighbour() {
    var expression = stage.expression("${['a', dyn(x.a.ulist).one()]}");
    assertThat(expression.type()).isEqualTo(Type.tuple(List.of(Types.STRING, Sample.ITEM)));
    assertThat(stage.expression("${coalesce(dyn(x.a.ulist).one(), x.a.num)}").type())
        .isEqualTo(Types.DYNAMIC);
  }

  @Test
  void localsInsideCel_areFound() {
    var tree = Value.text("${[local.b].map(local, local + 'x')}-${merge(local.a.c, {})}");
    assertThat(new CelExpressions().localsIn(tree)).containsExactly("a", "b");
  }

  @Test
  void equalStringsOverEqualTypes_shareOneProgram() {
    var planner = new ProgramPlanner();
    var declared = "${x.a.num + 1}";
    assertThat(planner.plan(declared, stage)).isSameAs(planner.plan(declared, stage));
    var other = new Stage().with("x.a", Type.object(Map.of("num", Types.STRING)), Value.text("?"));
    assertThatThrownBy(() -> planner.plan(declared, other)).isInstanceOf(Problem.class);
  }

  /// Providers of the Terraform world keep a number in 512 bits, and give the shortest decimal back
  /// that these stand for. That has to be the number they were given.
  @ParameterizedTest
  @ValueSource(strings = {"1.0 / 3", "200.0 / 7", "-1.0 / 900007", "1.0 / 7e40", "2e60 / 3.0"})
  void quotient_isTheSameInTheBitsOfProviders(String source) {
    var quotient = ((Value.Num) stage.value(source)).number();

    var spacing = BigDecimal.TWO.pow(exponent(quotient) - 511, MathContext.DECIMAL128);
    var unit = quotient.ulp();

    assertThat(unit).isGreaterThan(spacing);
  }

  /// Of the largest power of two that is no greater.
  private static int exponent(BigDecimal number) {
    var whole = number.abs();
    int exponent = 0;
    for (; whole.compareTo(BigDecimal.TWO) >= 0; exponent++) whole = half(whole);
    for (; whole.compareTo(BigDecimal.ONE) < 0; exponent--) whole = whole.multiply(BigDecimal.TWO);
    return exponent;
  }

  private static BigDecimal half(BigDecimal number) {
    return number.divide(BigDecimal.TWO, new MathContext(400));
  }
}
