package io.keelson.expression.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.expression.Sample;
import io.keelson.expression.Shown;
import io.keelson.expression.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Functions of lists and maps: their results, and what unknown and sensitive parts do to them.
final class ListFunctionsTest {
  private final Stage stage = Sample.stage();

  @ParameterizedTest
  @Tag("R-UNK-2")
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          [1, 2, 3, 4, 5].chunk(2)                         → [[1, 2], [3, 4], [5]]
          [1, 2].chunk(2)                                  → [[1, 2]]
          [1, 2].chunk(2147483647)                         → [[1, 2]]
          [].chunk(3)                                      → []
          [x.a.id, 'b', x.a.pw].chunk(2)                   → [[?<string>, "b"], ["s3cret"!{a.pw}]]
          x.a.ulist.chunk(2)                               → ?<any>*
          [1, 2, 3].chunk(x.a.b)                           → ?<any>*
          [1, 2, 3].chunk(x.a.num - 5)                     → [[1, 2], [3]]
          ['a', '', null, 'b', ''].compact()               → ["a", "b"]
          [].compact()                                     → []
          ['', null].compact()                             → []
          [' ', '\u00e9', '😀'].compact()                  → [" ", "\u00e9", "😀"]
          [x.a.id, ''].compact()                           → ?<any>*
          [x.a.pw, ''].compact()                           → ["s3cret"!{a.pw}]!{a.pw}
          [1, 2.5, -4].sum()                               → -0.5
          [].sum()                                         → 0
          [x.a.num, 1].sum() + 1                           → 9
          [9223372036854775807, 1].sum()                   → 9223372036854775808
          [x.a.b, 1].sum()                                 → ?<number>*
          x.a.ulist.map(e, e.size).sum()                   → ?<number>*
          toSet([2, 2, 3]).sum()                           → 5
          [sensitive(1), 2].sum()                          → 3!{sensitive()}
          ['a', 'b', 'b'].indexOf('b')                     → 1
          ['a'].indexOf('z')                               → -1
          [].indexOf('z')                                  → -1
          [1, 2.0].indexOf(2)                              → 1
          [[1], [2]].indexOf([2])                          → 1
          ['a', x.a.id].indexOf('a')                       → 0
          [x.a.id, 'a'].indexOf('a')                       → ?<number>*
          [1, x.a.id].indexOf('a')                         → ?<number>*
          ['a', null].indexOf(null)                        → 1
          [x.a.pw].indexOf('q')                            → -1!{a.pw}
          'abcb'.indexOf('b')                              → 1
          'a😀b'.indexOf('b')                              → 2
          x.a.id.indexOf('b')                              → ?<number>*
          [].one()                                         → null
          ['a'].one()                                      → "a"
          x.a.ulist.one()                                  → ?<any>
          [x.a.id].one()                                   → ?<string>
          [x.a.pw].one()                                   → "s3cret"!{a.pw}
          sensitive(['a']).one()                           → "a"!{sensitive()}
          x.a.ulist.first()                                → ?<any>
          [].first()                                       → null
          [x.a.id, 'b'].last().orValue('c')                → "b"
          [].first().orValue('c')                          → "c"
          """)
  void list_givesWhatItHolds(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          toMap(['a', 'b'], [1, 2])                        → {a=1, b=2}
          toMap([], [])                                    → {}
          toMap(['a', 'b'], [1, 'x'])                      → {a="1", b="x"}
          toMap(['é', '😀'], [true, false])                → {é=true, 😀=false}
          toMap(['a', 'b'], [x.a.id, 'x'])                 → {a=?<string>, b="x"}
          toMap(['a', x.a.id], [1, 2])                     → ?<map(any)>*
          toMap(x.many.map(m, m.name), x.many.map(m, m.size)) → {m0=1, m1=2}
          toMap(['a'], [x.a.pw])                           → {a="s3cret"!{a.pw}}
          toMap([x.a.pw], [1])                             → {s3cret=1}!{a.pw}
          toMap(['a'], x.a.ulist)                          → ?<map(any)>*
          keys(x.a.db)                                     → ["password", "user"]
          keys({})                                         → []
          keys(json.decode(x.a.id))                        → ?<any>*
          values(x.a.db)                                   → ["p"!{a.db.password}, "u"]
          merge({}, {})                                    → {}
          merge({'a': 1}, {'a': x.a.id})                   → {a=?<string>}
          merge(x.zones, x.zones)                          → {z1={name="n1", size=1}, z2={name=?<string>, size=2}}
          merge({'a': 1}, json.decode(x.a.id))             → ?<any>*
          merge(sensitive({'a': 1}), {'b': 2})             → {a=1, b=2}!{sensitive()}
          lookup({}, 'a', 1)                               → 1
          lookup({'a': x.a.id}, 'a', 'd')                  → ?<string>
          lookup(x.zones, x.a.id, null)                    → ?<any>
          coalesce(null, '')                               → ""
          coalesce(x.a.id, 1)                              → ?<any>
          coalesce(x.a.nul, unset(), 'd')                  → "d"
          coalesce(x.a.nul, x.a.pw)                        → "s3cret"!{a.pw}
          unset()                                          → null
          x.a.num > 5 ? unset() : 'x'                      → null
          x.a.flag ? unset() : 'x'                         → ?<string>
          [1, unset()]                                     → [1, null]
          """)
  void map_givesWhatItHolds(String source, String expected) {
    assertThat(Shown.of(stage.value(source))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          [1, 2].chunk(0)                 → wrong argument: a chunk needs at least one element.
          [1, 2].chunk(-1)                → wrong argument: a chunk needs at least one element.
          [1, 2].chunk(1.5)               → wrong argument: a whole number is needed, within the range of an int.
          dyn('ab').chunk(1)              → wrong argument: a list is needed here, but this is a string.
          dyn(null).chunk(1)              → wrong argument: a list is needed here, but this is null.
          [1, 2].compact()                → wrong argument: only a list of strings can be compacted, but this one holds a number.
          ['1', 2].sum()                  → wrong argument: only numbers have a sum, and one is a string.
          [x.a.id, 1].sum()               → wrong argument: only numbers have a sum, and one is a string.
          [1, 2].one()                    → more than one element: at most one element is expected here, but there are 2.
          sensitive([1, 2]).one()         → more than one element: at most one element is expected here.
          toSet(['a']).indexOf('a')       → wrong argument: a list is needed here, but this is a set.
          toMap(['a'], [1, 2])            → wrong argument: there are 1 keys, but 2 values.
          toMap([x.a.pw], [1, 2])         → wrong argument: there must be as many keys as values.
          toMap([1], [2])                 → wrong key: the keys of a map are strings, but this is a number.
          toMap(['a', 'a'], [1, 2])       → repeated key: a map has the same key twice.
          toMap(['a', 'b'], [1, [2]])     → value cannot be converted: all elements must have one type, but these differ.
          coalesce(null, x.a.nul)         → nothing but null: all values given to coalesce are null.
          lookup(x.zones, 'q')            → no such key: the map has no key 'q'.
          lookup(x.zones, x.a.pw)         → no such key: the map has no key '(sensitive)'.
          dyn(x.a.nul) + [1]              → wrong operands: '+' does not take null and a list.
          concat([1], null)               → wrong argument: a list is needed here, but this is null.
          """)
  void wrongArgument_isRefusedWithTheReason(String source, String expected) {
    assertThat(Shown.of(stage.problem("${" + source + "}"))).isEqualTo(expected);
  }
}
