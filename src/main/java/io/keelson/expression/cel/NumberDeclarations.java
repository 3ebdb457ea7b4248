package io.keelson.expression.cel;

import static io.keelson.expression.cel.CheckerDeclarations.function;
import static io.keelson.expression.cel.CheckerDeclarations.global;
import static io.keelson.expression.cel.CheckerDeclarations.member;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.util.List;

/// What lets numbers of schemas, which are `double` to the checker, go together with an `int`
/// everywhere.
final class NumberDeclarations {
  private static final CelType TEXT = SimpleType.STRING;
  private static final CelType NUMBER = SimpleType.DOUBLE;
  private static final CelType WHOLE = SimpleType.INT;
  private static final CelType TRUTH = SimpleType.BOOL;
  private static final CelType T = TypeParamType.create("T");
  private static final CelType LIST = ListType.create(SimpleType.DYN);

  private NumberDeclarations() {}

  static void addTo(List<CelFunctionDecl> all) {
    addMixedNumbers(all);
    addWholeParameters(all);
  }

  private static void addMixedNumbers(List<CelFunctionDecl> all) {
    for (String operator : List.of("_+_", "_-_", "_*_", "_/_"))
      all.add(mixed(operator, NUMBER, WHOLE, NUMBER));
    all.add(mixed("_%_", NUMBER, WHOLE, NUMBER));
    all.add(function("_%_", global("_%_doubles", NUMBER, NUMBER, NUMBER)));
    var wholes = ListType.create(WHOLE);
    var numbers = ListType.create(NUMBER);
    for (String operator : List.of("_==_", "_!=_")) {
      all.add(mixed(operator, TRUTH, WHOLE, NUMBER));
      all.add(mixed(operator, TRUTH, wholes, numbers));
    }
    all.add(mixed("_+_", numbers, wholes, numbers));
    all.add(
        function(
            "@in",
            global("in_mixed", TRUTH, WHOLE, ListType.create(NUMBER)),
            global("in_mixed_back", TRUTH, NUMBER, ListType.create(WHOLE))));
    all.add(
        function(
            "_?_:_",
            global("conditional_mixed", NUMBER, TRUTH, WHOLE, NUMBER),
            global("conditional_mixed_back", NUMBER, TRUTH, NUMBER, WHOLE),
            global("conditional_lists", numbers, TRUTH, wholes, numbers),
            global("conditional_lists_back", numbers, TRUTH, numbers, wholes)));
    all.add(
        function(
            "_[_]",
            global("index_list_number", T, ListType.create(T), NUMBER),
            global("index_map_number", T, MapType.create(TEXT, T), NUMBER),
            global("index_map_whole", T, MapType.create(TEXT, T), WHOLE)));
    all.add(
        function(
            "_[?_]",
            global("optional_list_number", OptionalType.create(T), ListType.create(T), NUMBER)));
  }

  private static CelFunctionDecl mixed(String operator, CelType result, CelType one, CelType two) {
    var id = operator + one.name() + one.parameters();
    return function(
        operator, global(id + "_mixed", result, one, two), global(id + "_back", result, two, one));
  }

  /// Where the library takes an `int`, a number of a schema is good as well.
  private static void addWholeParameters(List<CelFunctionDecl> all) {
    all.add(function("lists.range", global("range_number", ListType.create(WHOLE), NUMBER)));
    all.add(function("charAt", member("charAt_number", TEXT, TEXT, NUMBER)));
    all.add(function("flatten", member("flatten_number", LIST, LIST, NUMBER)));
    all.add(function("substring", member("substring_number", TEXT, TEXT, NUMBER)));
    var texts = ListType.create(TEXT);
    all.add(function("replace", member("replace_number", TEXT, TEXT, TEXT, TEXT, NUMBER)));
    all.add(function("split", member("split_number", texts, TEXT, TEXT, NUMBER)));
    all.add(function("indexOf", member("index_of_number", WHOLE, TEXT, TEXT, NUMBER)));
    all.add(function("lastIndexOf", member("last_index_of_number", WHOLE, TEXT, TEXT, NUMBER)));
    var list = ListType.create(T);
    for (CelType one : List.of(WHOLE, NUMBER)) {
      for (CelType two : List.of(WHOLE, NUMBER)) {
        if (one.equals(WHOLE) && two.equals(WHOLE)) continue;
        var id = "_" + one.name() + "_" + two.name();
        all.add(function("substring", member("substring" + id, TEXT, TEXT, one, two)));
        all.add(function("slice", member("slice" + id, list, list, one, two)));
      }
    }
  }
}
