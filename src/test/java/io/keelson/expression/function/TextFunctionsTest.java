package io.keelson.expression.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Value;
import io.keelson.expression.Sample;
import io.keelson.expression.Shown;
import io.keelson.expression.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Functions of text, and the encodings.
final class TextFunctionsTest {
  private final Stage stage = Sample.stage();

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          '%s-%03d'.format(['web', 7])              → "web-007"
          'plain'.format([])                        → "plain"
          '100%%'.format([])                        → "100%"
          ''.format([])                             → ""
          '%s %s %s'.format(['é', 1.50, true])      → "é 1.5 true"
          '[%5s|%-5s|%5d|%-5d|%05d]'.format(['a', '😀', -7, 8, -9]) → "[    a|😀    |   -7|8    |-0009]"
          '%d'.format([123456789012345678901234567890.0]) → "123456789012345678901234567890"
          '%f %.2f %.0f'.format([1.5, 2.345, 0.5])  → "1.500000 2.34 0"
          '%08.3f'.format([-3.14159])               → "-003.142"
          '%e %.1e %e'.format([1052.033, 9.96, 0])  → "1.052033e+03 1.0e+01 0.000000e+00"
          '%e'.format([-0.00012])                   → "-1.200000e-04"
          '%b %o %x %X'.format([5, 8, 255, -255])   → "101 10 ff -FF"
          '%x'.format(['aé'])                       → "61c3a9"
          '%X'.format([b'\\xff'])                   → "FF"
          '%s'.format([timestamp('2024-01-01T00:00:00Z')]) → "2024-01-01T00:00:00Z"
          '%s %s'.format([duration('90m'), quantity('1.5Gi')]) → "5400s 1536Mi"
          '%s'.format([x.a.id])                     → ?<string>*
          x.a.id.format([1])                        → ?<string>*
          '%s'.format([x.a.pw])                     → "s3cret"!{a.pw}
          '%s-%s'.format([x.a.pw, x.a.id])          → ?<string>*!{a.pw}
          sensitive('%d').format([1])               → "1"!{sensitive()}
          '%s'.format(['%s'])                       → "%s"
          '\\u0025d'.format([1])                    → "1"
          'web-1'.trimPrefix('web-')                → "1"
          'web-1'.trimPrefix('x')                   → "web-1"
          'aaa'.trimPrefix('a')                     → "aa"
          ''.trimPrefix('')                         → ""
          'a.tar.gz'.trimSuffix('.gz')              → "a.tar"
          '😀😀'.trimSuffix('😀')                   → "😀"
          x.a.id.trimSuffix('.gz')                  → ?<string>*
          x.a.pw.trimPrefix('s')                    → "3cret"!{a.pw}
          'hello wide world'.title()                → "Hello Wide World"
          "it's one_word, two-words".title()        → "It's One_word, Two-Words"
          ''.title()                                → ""
          'éa ǆa 1a'.title()                        → "Éa ǅa 1a"
          x.a.id.title()                            → ?<string>*
          'a\\nb\\n\\nc'.indent(2)                  → "a\\n  b\\n  \\n  c"
          'a'.indent(4)                             → "a"
          ''.indent(4)                              → ""
          'a\\nb'.indent(0)                         → "a\\nb"
          'a\\nb'.indent(x.a.num - 6)               → "a\\n b"
          x.a.id.indent(2)                          → ?<string>*
          hash.md5('')                              → "d41d8cd98f00b204e9800998ecf8427e"
          hash.md5('é')                             → "66ddcd97cfdeabb2f6fb8a999b4bc76f"
          hash.sha256(x.a.id)                       → ?<string>*
          hash.md5(x.a.pw) == hash.md5('s3cret')    → true!{a.pw}
          toString(quantity('2'))                   → "2"
          """)
  void text_isMadeAsAsked(String source, String expected) {
    assertThat(Shown.of(stage.value(source)).replace("\n", "\\n")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          '%d'.format([])           → wrong argument: there is no value for placeholder 1.
          '%s'.format(['a', 'b'])   → wrong argument: 2 values are given, but there are only 1 placeholders.
          '%d'.format(['x'])        → wrong argument: placeholder 1 (%d) takes a number, but this is a string.
          '%s%d'.format([1, 1.5])   → wrong argument: placeholder 2 (%d) takes a whole number, and this number has a fraction.
          '%s'.format([null])       → wrong argument: null has no text for placeholder 1.
          '%s'.format([[1]])        → wrong argument: a list has no text for placeholder 1.
          '%s'.format([x.a.db])     → wrong argument: an object has no text for placeholder 1.
          '%s'.format([b'a'])       → wrong argument: bytes has no text for placeholder 1.
          '%q'.format([1])          → wrong argument: placeholder 1 is none of %s %d %f %e %b %o %x %X.
          '100%'.format([])         → wrong argument: placeholder 1 is none of %s %d %f %e %b %o %x %X.
          '%99999d'.format([1])     → wrong argument: placeholder 1 has a width or precision of more than 1000.
          '%.1001f'.format([1])     → wrong argument: placeholder 1 has a width or precision of more than 1000.
          'a'.indent(-1)            → wrong argument: the number of spaces cannot be negative.
          'a'.indent(1.5)           → wrong argument: a whole number is needed, within the range of an int.
          dyn(null).title()         → wrong argument: a string is needed here, but this is null.
          """)
  void wrongArgument_isRefusedWithTheReason(String source, String expected) {
    assertThat(Shown.of(stage.problem("${" + source + "}"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          yaml.decode('a: 1')                              → {a=1}
          yaml.decode('')                                  → null
          yaml.decode('# nothing')                         → null
          yaml.decode('[1, 1.50, 0x1F, 0o17, 017, -3e2]')  → [1, 1.5, 31, 15, 17, -300]
          yaml.decode('[yes, no, on, y, true, False, TRUE]') → ["yes", "no", "on", "y", true, false, true]
          yaml.decode('[null, ~, "null"]')                 → [null, null, "null"]
          yaml.decode('- \\n- a')                          → [null, "a"]
          yaml.decode('a:\\nb: ""')                        → {a=null, b=""}
          yaml.decode('<<: {a: 1, b: 2}\\nb: 3')           → {a=1, b=3}
          yaml.decode('- &x {a: 1}\\n- *x')                → [{a=1}, {a=1}]
          yaml.decode('a: |\\n  one\\n  two\\n')           → {a="one\\ntwo\\n"}
          yaml.decode('1: a\\ntrue: b')                    → {1="a", true="b"}
          yaml.decode('2024-01-01')                        → "2024-01-01"
          yaml.decode('12:30')                             → "12:30"
          yaml.decode('!!str 1')                           → "1"
          yaml.decode('é: 😀')                             → {é="😀"}
          yaml.decode('123456789012345678901234567890')    → 123456789012345678901234567890
          yaml.decode(x.a.id)                              → ?<any>
          yaml.decode('a: ' + x.a.pw)                      → {a="s3cret"}!{a.pw}
          yaml.encode({'b': [1, 'x', null], 'a': true})    → "a: true\\nb:\\n- 1\\n- \"x\"\\n- null\\n"
          yaml.encode({})                                  → "{}\\n"
          yaml.encode([])                                  → "[]\\n"
          yaml.encode('yes')                               → "\"yes\"\\n"
          yaml.encode({'on': 'no', '1': '1'})              → "\"1\": \"1\"\\n\"on\": \"no\"\\n"
          yaml.encode({'s': 'a\\nb\\n'})                   → "s: |\\n  a\\n  b\\n"
          yaml.encode(1.50)                                → "1.5\\n"
          yaml.encode({'a': x.a.id})                       → ?<string>*
          yaml.encode({'a': x.a.pw})                       → "a: \"s3cret\"\\n"!{a.pw}
          json.decode(x.a.id)                              → ?<any>
          json.decode('null')                              → null
          json.encode({'q': string(quantity('1Gi'))})      → "{\"q\":\"1Gi\"}"
          """)
  void value_isWrittenAndRead(String source, String expected) {
    assertThat(Shown.of(stage.value(source)).replace("\n", "\\n")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      textBlock =
          """
          yaml.decode('a: [')            → value cannot be decoded: this text is not one document of YAML (line 1, column 5).
          yaml.decode('a: 1\\n--- 2')    → value cannot be decoded: this text is not one document of YAML (line 2, column 1).
          yaml.decode('a: 1\\na: 2')     → value cannot be decoded: a map in this YAML has the same key twice (line 2, column 1).
          yaml.decode('[a]: 1')          → value cannot be decoded: a key in this YAML is no plain text (line 1, column 1).
          yaml.decode('!!binary aGk=')   → value cannot be decoded: this YAML has a tag that stands for no kind of value here (line 1, column 1).
          yaml.decode('!x {a: 1}')       → value cannot be decoded: this YAML has a tag that stands for no kind of value here (line 1, column 1).
          yaml.decode('.inf')            → value cannot be decoded: a number in this YAML cannot be kept (line 1, column 1).
          yaml.decode('1e9999')          → value cannot be decoded: a number in this YAML cannot be kept (line 1, column 1).
          yaml.decode('&x [*x]')         → value cannot be decoded: this YAML is nested too deeply (line 1, column 1).
          yaml.encode(b'x')              → wrong argument: YAML cannot hold bytes.
          """)
  void unreadableYaml_isRefusedAtTheLine(String source, String expected) {
    assertThat(Shown.of(stage.problem("${" + source + "}"))).isEqualTo(expected);
  }

  @Test
  void yamlOfManyBrackets_isRefused() {
    var deep = new Stage().with("local.y", Value.text("[".repeat(200_000)));
    assertThat(deep.problem("${yaml.decode(local.y)}").summary())
        .isEqualTo("value cannot be decoded");
    assertThat(deep.problem("${json.decode(local.y)}").summary())
        .isEqualTo("value cannot be decoded");
  }
}
