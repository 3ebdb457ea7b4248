package io.keelson.operator.stack;

import java.util.List;
import java.util.Random;

/// Expressions by chance that make something of secrets: most can be evaluated, some are refused,
/// and what refuses them has the secret in its hands.
final class SecretExpressions {
  private static final List<String> TEXTS =
      List.of(
          "%s.substring(0, 9)",
          "%s.substring(1)",
          "%s.replace('a', 'b')",
          "%s.reverse()",
          "%s.lowerAscii()",
          "%s.trim()",
          "%s.indent(2)",
          "%s.split('').join('-')",
          "%s.split('').join()",
          "lists.range(size(%1$s)).map(i, %1$s.charAt(i)).join()",
          "base64.encode(%s)",
          "string(base64.decode(base64.encode(%s)))",
          "json.encode([%s])",
          "json.decode(json.encode([%s]))[0]",
          "yaml.encode({'a': %s})",
          "yaml.decode(yaml.encode([%s]))[0]",
          "json.encode({%s: 1})",
          "'%%s'.format([%s])",
          "'[%%-30s]'.format([%s])",
          "'user:' + %s",
          "%s + '@db'",
          "%1$s + %1$s",
          "template('p=${a}', {'a': %s})",
          "regex.replace(%s, '(.)', r'\\1')",
          "regex.extract(%s, '.{8}').orValue('none')",
          "strings.quote(%s)",
          "toString(%s)",
          "dyn(%s)",
          "sensitive(%s)",
          "nonsensitive(%s)",
          "nonsensitive([%s])[0]",
          "nonsensitive({'a': %s}).a",
          "coalesce(null, %s)",
          "try(int(%1$s), %1$s)",
          "try(%s, 'none')",
          "cel.bind(v, %s, v)",
          "keys({%s: 1})[0]",
          "keys(toMap([%s], [1]))[0]",
          "[%s].map(e, e)[0]",
          "[%s].filter(e, e != '')[0]",
          "[%s].sort()[0]",
          "[%s].first().value()",
          "toList(toSet([%s]))[0]",
          "[%s, 'b'].join(',')",
          "{'a': [%s]}.a[0]",
          "{'a': %s}.?a.orValue('none')",
          "optional.of(%s).value()",
          "optional.of(%s).optMap(v, v + '!').orValue('')",
          "lookup({'a': %s}, 'a', 'none')",
          "merge({'a': 'x'}, {'a': %s}).a",
          "concat(['x'], [%s])[1]",
          "(%1$s == 'x' ? 'yes' : %1$s)",
          "(size(%s) > 3 ? 'long' : 'short')",
          "({%s: 'v'}).transformList(k, v, k)[0]",
          "['a'].map(i, %s)[0]",
          "hash.sha256(%s)",
          "toMap({'a': %s})['a']",
          "values({'k': %s})[0]");

  /// Whatever they say, they say it about a secret.
  private static final List<String> MISTAKES =
      List.of(
          "int(%s)",
          "toNumber(%s)",
          "number(%s)",
          "bool(dyn(%s))",
          "toBool(%s)",
          "timestamp(%s)",
          "duration(%s)",
          "quantity(%s)",
          "cidr.host(%s, 1)",
          "%s.substring(5000)",
          "json.decode(%s)",
          "json.decode('{' + %s)",
          "yaml.decode('{' + %s)",
          "base64.decode(%s + '!')",
          "'%%d'.format([%s])",
          "'%%f'.format([dyn(%s)])",
          "%s.format([])",
          "template(%s, {})",
          "template('${' + %s + '}', {'a': 1})",
          "template('${a.' + %s + '}', {'a': {}})",
          "regex.extract('x', '(' + %s)",
          "'x'.matches('[' + %s)",
          "dyn(%s).name",
          "dyn({%s: 1}).name",
          "dyn({%s: 1}) + 1",
          "dyn({'a': 1})[%s]",
          "{'a': 1}[%s]",
          "[1][dyn(%s)]",
          "{%1$s: 1, %1$s: 2}",
          "toMap([%1$s, %1$s], [1, 2])",
          "lookup(dyn(%s), 'a', 1)",
          "[%1$s, %1$s].one()",
          "dyn(%s) && true",
          "dyn(%s) ? 1 : 2",
          "dyn(%s) < 1",
          "-dyn(%s)",
          "dyn(%s) / 2",
          "math.sqrt(dyn(%s))",
          "dyn(%s).map(e, e)",
          "[{%s: 1}].map(e, e.name)",
          "{%s: 1}.transformMapEntry(k, v, {'a': k, k: dyn(k) + 1})",
          "{%s: 1}.map(k, int(k))",
          "{%s: 1}.map(k, nonsensitive(k))",
          "[%s].map(e, int(e))",
          "[%s].transformMapEntry(i, e, {e: 1, e: 2})",
          "timestamp('2024-03-01T00:00:00Z').getFullYear(%s)",
          "toSet(%s)",
          "[%s].sum()",
          "dyn(toSet([%s]))[0]",
          "optional.none().value() + %s",
          "cidr.contains('10.0.0.0/8', %s)");

  private static final List<String> OF_ANY_KIND =
      List.of(
          "{'a': %s, 'b': 1}",
          "{%1$s: %1$s}",
          "{%s: 1}",
          "{'a': {%s: [1]}}",
          "[%s, 'b']",
          "[[%s], ['b']]",
          "toSet([%s, 'b'])",
          "toMap({'a': %s})",
          "toMap([%s], ['x'])",
          "toList([%s])",
          "size(%s)",
          "%s == 'x'",
          "%s in ['x']",
          "can(int(%s))",
          "%s.split('')",
          "[{'name': %1$s, 'value': %1$s}]",
          "{'a': 'b'}.transformMapEntry(k, v, {%s: v})",
          "json.decode(json.encode({%s: 'x'}))");

  private final Random random;
  private final List<String> references;

  /// @param references to what has secrets in it, or may have
  SecretExpressions(Random random, List<String> references) {
    this.random = random;
    this.references = references;
  }

  private static String any(List<String> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }

  /// One that gives a text, if it gives anything.
  String text() {
    return text(random.nextInt(3));
  }

  private String text(int depth) {
    if (depth == 0) return "toString(" + any(references, random) + ")";
    return any(TEXTS, random).formatted(text(depth - 1));
  }

  /// One that gives something, or nothing.
  String something() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> text();
      case 3 -> any(references, random);
      case 4 -> any(MISTAKES, random).formatted(text());
      default -> any(OF_ANY_KIND, random).formatted(text());
    };
  }

  String condition() {
    return switch (random.nextInt(5)) {
      case 0 -> "false";
      case 1 -> text() + " == 'x'";
      case 2 -> "size(" + text() + ") > 1000";
      case 3 -> any(MISTAKES, random).formatted(text()) + " == 1";
      default -> "'0123456789'.indexOf(" + text() + ".substring(0, 1)) >= 5";
    };
  }

  String number() {
    return random.nextBoolean()
        ? "size(" + text() + ")"
        : "'0123456789ABC'.indexOf(" + text() + ".substring(0, 1))";
  }

  static String in(String expression) {
    return "${" + expression + "}";
  }

  /// In a text, mostly.
  String inText() {
    return random.nextInt(3) == 0 ? "p=" + in(text()) + ";" : in(text());
  }
}
