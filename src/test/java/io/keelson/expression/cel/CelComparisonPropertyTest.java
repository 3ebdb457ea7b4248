package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/// Random expressions that CEL's checker accepts give what they give in cel-java's own runtime.
///
/// Numbers stay small and whole, data are not divided, and bools are not compared with each other,
/// because there we calculate otherwise: see [CelComparisonTest.Difference]. `sortBy` is left out,
/// because cel-java's checker lets nothing be done with its result. What is made of a map is
/// sorted, because CEL leaves the order of its entries open; ours is that of the keys.
final class CelComparisonPropertyTest {
  private static final CelJava CEL = new CelJava();
  private static final int DEPTH = 4;

  /// `$N` is a number, `$S` a text, `$B` a bool, `$L` a list of texts, `$K` one of numbers, `$M` a
  /// map of texts. The first line of each kind has its leaves.
  private static final Map<String, List<List<String>>> SHAPES =
      Map.of(
          "$N",
          List.of(
              List.of("0", "1", "2", "7", "-3", "n", "k[0]", "k[2]", "size(m)"),
              List.of("($N + $N)", "($N - $N)", "($N * $N)", "-($N)", "($B ? $N : $N)"),
              List.of("size($S)", "$L.size()", "$S.indexOf($S)", "$S.lastIndexOf($S)"),
              List.of("k[$N]", "$K.first().orValue($N)", "$K[?$N].orValue($N)"),
              List.of("math.greatest($N, $N)", "math.least($K)", "math.abs($N)", "math.sign($N)"),
              List.of("int(string($N))", "(7 / 2)", "(-7 / 0)", "(-7 % 3)", "(7 % -2)"),
              List.of("cel.bind(w, $N, w + w)", "math.bitAnd(6, 3)", "dyn($N)")),
          "$S",
          List.of(
              List.of("''", "'a'", "'abc'", "'a,b'", "'A😀é'", "s", "l[1]", "m['a']", "m.b"),
              List.of("($S + $S)", "($B ? $S : $S)", "$S.upperAscii()", "$S.lowerAscii()"),
              List.of("$S.trim()", "$S.reverse()", "$S.charAt($N)", "$S.substring($N)"),
              List.of("$S.substring($N, $N)", "$S.replace($S, $S)", "$S.replace($S, $S, $N)"),
              List.of("$L.join($S)", "l[$N]", "$L.last().orValue($S)", "$M[?$S].orValue($S)"),
              List.of("string($N)", "string($B)", "strings.quote($S)", "base64.encode(bytes($S))"),
              List.of("string(base64.decode(base64.encode(bytes($S))))", "cel.bind(w, $S, w + w)"),
              List.of("regex.replace($S, '[a-b]', 'x')", "regex.extract($S, 'b.').orValue('q')")),
          "$B",
          List.of(
              List.of("true", "false", "t", "has(m.a)", "has(m.zz)", "1 / 0 > 1"),
              List.of("($B && $B)", "($B || $B)", "!($B)", "($B ? $B : $B)"),
              List.of("($N == $N)", "($S != $S)", "($L == $L)", "($M == $M)", "($K != $K)"),
              List.of("($N < $N)", "($S <= $S)", "($N >= $N)", "(dyn($N) == dyn($S))"),
              List.of("($S in $L)", "($N in $K)", "($S in $M)", "sets.contains($L, $L)"),
              List.of("$S.startsWith($S)", "$S.endsWith($S)", "$S.contains($S)"),
              List.of(
                  "$S.matches('^[a-c]*$')", "$L.all(e, e + 'x' != $S)", "$L.exists(e, e == $S)"),
              List.of("$K.exists_one(e, e > $N)", "$K.exists(e, k[e] > $N)"),
              List.of("$M.all(key, v, key != v)", "$M.exists(key, v, v == $S)"),
              List.of("$L.exists(i, v, i == 1 && $B)", "sets.equivalent($K, $K)"),
              List.of("sets.intersects($L, $L)", "$L.first().hasValue()")),
          "$L",
          List.of(
              List.of("l", "['b', 'a', 'b']", "['']", "m.map(key, key)"),
              List.of("[$S, $S]", "($L + $L)", "$S.split(',')", "$S.split('b')", "$S.split('')"),
              List.of("$L.map(e, e + $S)", "$L.filter(e, e != $S)", "$L.map(e, $B, e)"),
              List.of("$L.sort()", "$L.distinct()", "$L.reverse()", "$L.slice($N, $N)"),
              List.of("[$L, $L].flatten()", "[?$L.first(), $S]"),
              List.of(
                  "$M.transformList(key, v, key + v).sort()",
                  "$M.transformList(key, v, $B, v).sort()"),
              List.of("regex.extractAll($S, '[a-b]')", "($B ? $L : $L)")),
          "$K",
          List.of(
              List.of("k", "[3, 1, 2]", "[0]", "lists.range(3)"),
              List.of("[$N, $N]", "($K + $K)", "$K.map(e, e * $N)", "$K.filter(e, e < $N)"),
              List.of("$L.map(e, e.size())", "$K.transformList(i, v, i + v)", "$K.sort()"),
              List.of("$K.distinct()", "$K.reverse()")),
          "$M",
          List.of(
              List.of("m", "{'a': 'x'}", "{'b': ''}"),
              List.of("{'a': $S, 'zz': $S}", "{$S: $S}", "($B ? $M : $M)"),
              List.of("$M.transformMap(key, v, v + $S)", "$M.transformMap(key, v, $B, v)"),
              List.of("$M.transformMapEntry(key, v, {v: key})", "{?'a': $L.first(), 'b': 'y'}")));

  private static final Pattern PLACE = Pattern.compile("\\$[NSBLKM]");

  @Property(edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void wellTypedExpression_givesWhatCelJavaGives(@ForAll long seed) {
    var random = new Random(seed);
    var kinds = SHAPES.keySet().stream().sorted().toList();
    var source = source(kinds.get(random.nextInt(kinds.size())), DEPTH, random);
    assertThat(CEL.checked(source)).as("type of %s", source).isPresent();
    assertThat(CEL.ours(source)).as(source).isEqualTo(CEL.theirs(source));
  }

  private static String source(String kind, int depth, Random random) {
    var lines = Objects.requireNonNull(SHAPES.get(kind));
    var line = depth == 0 ? lines.getFirst() : lines.get(random.nextInt(lines.size()));
    var shape = line.get(random.nextInt(line.size()));
    return PLACE
        .matcher(shape)
        .replaceAll(place -> Matcher.quoteReplacement(source(place.group(), depth - 1, random)));
  }
}
