package io.keelson.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the checker knows of our functions, and of numbers: a number of a schema is a `double` to
/// it, and goes together with an `int` everywhere.
final class Declarations {
  /// What a `null` in the source becomes for the checker: a value of any type.
  static final String NULL = "@null";

  static final String TRY = "@try";

  /// The library's `orValue` does not take an `int` where there may be a `double`.
  static final String OR_VALUE = "@orValue";

  private static final CelType ANY = SimpleType.DYN;
  private static final CelType TEXT = SimpleType.STRING;
  private static final CelType NUMBER = SimpleType.DOUBLE;
  private static final CelType WHOLE = SimpleType.INT;
  private static final CelType TRUTH = SimpleType.BOOL;
  private static final CelType T = TypeParamType.create("T");
  private static final CelType LIST = ListType.create(ANY);

  private Declarations() {}

  static List<CelFunctionDecl> functions() {
    var all = new ArrayList<CelFunctionDecl>();
    addMixedNumbers(all);
    addOurs(all);
    addWholeParameters(all);
    return all;
  }

  private static void addMixedNumbers(List<CelFunctionDecl> all) {
    for (String operator : List.of("_+_", "_-_", "_*_", "_/_"))
      all.add(mixed(operator, NUMBER, WHOLE, NUMBER));
    all.add(mixed("_%_", NUMBER, WHOLE, NUMBER));
    all.add(function("_%_", global("_%_doubles", NUMBER, NUMBER, NUMBER)));
    for (String operator : List.of("_==_", "_!=_")) {
      all.add(mixed(operator, TRUTH, WHOLE, NUMBER));
      all.add(mixed(operator, TRUTH, ListType.create(WHOLE), ListType.create(NUMBER)));
    }
    all.add(
        function(
            "@in",
            global("in_mixed", TRUTH, WHOLE, ListType.create(NUMBER)),
            global("in_mixed_back", TRUTH, NUMBER, ListType.create(WHOLE))));
    all.add(
        function(
            "_?_:_",
            global("conditional_mixed", NUMBER, TRUTH, WHOLE, NUMBER),
            global("conditional_mixed_back", NUMBER, TRUTH, NUMBER, WHOLE)));
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
    all.add(function(OR_VALUE, member("orValue", ANY, OptionalType.create(T), ANY)));
  }

  private static CelFunctionDecl mixed(String operator, CelType result, CelType one, CelType two) {
    var id = operator + one.name() + one.parameters();
    return function(
        operator, global(id + "_mixed", result, one, two), global(id + "_back", result, two, one));
  }

  private static void addOurs(List<CelFunctionDecl> all) {
    all.add(function(NULL, global("null", T)));
    all.add(function(TRY, global("try", T, ListType.create(T))));
    all.add(function("can", global("can", TRUTH, ANY)));
    all.add(function("coalesce", global("coalesce", T, ListType.create(T))));
    all.add(function("merge", global("merge", MapType.create(TEXT, ANY), LIST)));
    all.add(function("concat", global("concat", LIST, LIST)));
    all.add(function("keys", global("keys", ListType.create(TEXT), ANY)));
    all.add(function("values", global("values", LIST, ANY)));
    all.add(
        function(
            "lookup",
            global("lookup", ANY, ANY, TEXT),
            global("lookup_number", ANY, ANY, NUMBER),
            global("lookup_whole", ANY, ANY, WHOLE),
            global("lookup_default", ANY, ANY, TEXT, ANY),
            global("lookup_number_default", ANY, ANY, NUMBER, ANY),
            global("lookup_whole_default", ANY, ANY, WHOLE, ANY)));
    all.add(function("toString", global("toString", TEXT, ANY)));
    all.add(function("toNumber", global("toNumber", NUMBER, ANY)));
    all.add(function("number", global("number", NUMBER, ANY)));
    all.add(function("toBool", global("toBool", TRUTH, ANY)));
    all.add(function("toList", global("toList", LIST, ANY)));
    all.add(function("toSet", global("toSet", LIST, ANY)));
    all.add(function("toMap", global("toMap", MapType.create(TEXT, ANY), ANY)));
    all.add(function("sensitive", global("sensitive", T, T)));
    all.add(function("nonsensitive", global("nonsensitive", T, T)));
    all.add(function("json.encode", global("json_encode", TEXT, ANY)));
    all.add(function("json.decode", global("json_decode", ANY, TEXT)));
    all.add(function("base64.encode", global("base64_encode_string", TEXT, TEXT)));
    all.add(function("hash.sha256", global("hash_sha256", TEXT, TEXT)));
    all.add(function("join", member("join", TEXT, LIST), member("join_with", TEXT, LIST, TEXT)));
    all.add(function("lists.@sortByAssociatedKeys", global("sort_by_associated_keys", LIST, LIST)));
  }

  /// Where the library takes an `int`, a number of a schema is good as well.
  private static void addWholeParameters(List<CelFunctionDecl> all) {
    all.add(function("lists.range", global("range_number", ListType.create(WHOLE), NUMBER)));
    all.add(function("charAt", member("charAt_number", TEXT, TEXT, NUMBER)));
    all.add(function("flatten", member("flatten_number", LIST, LIST, NUMBER)));
    all.add(function("substring", member("substring_number", TEXT, TEXT, NUMBER)));
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

  static List<CelMacro> macros() {
    return List.of(
        packing("try", TRY),
        packing("coalesce", "coalesce"),
        packing("merge", "merge"),
        packing("concat", "concat"),
        CelMacro.newReceiverMacro("sortBy", 2, Declarations::expandSortBy));
  }

  /// There are no functions with any number of arguments, so a macro puts them into a list.
  private static CelMacro packing(String name, String function) {
    return CelMacro.newGlobalVarArgMacro(
        name,
        (factory, _, arguments) ->
            arguments.isEmpty()
                ? Optional.empty()
                : Optional.of(factory.newGlobalCall(function, factory.newList(arguments))));
  }

  /// The library's own `sortBy` loses the type of what it sorts.
  private static Optional<CelExpr> expandSortBy(
      CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
    var variable = arguments.get(0);
    if (variable.getKind() != CelExpr.ExprKind.Kind.IDENT) return Optional.empty();
    var name = variable.ident().name();
    var accumulator = factory.getAccumulatorVarName();
    var pair = factory.newList(arguments.get(1), factory.newIdentifier(name));
    var step =
        factory.newGlobalCall("_+_", factory.newIdentifier(accumulator), factory.newList(pair));
    var pairs =
        factory.fold(
            name,
            target,
            accumulator,
            factory.newList(),
            factory.newBoolLiteral(true),
            step,
            factory.newIdentifier(accumulator));
    return Optional.of(factory.newGlobalCall("lists.@sortByAssociatedKeys", pairs));
  }

  private static CelFunctionDecl function(String name, CelOverloadDecl... overloads) {
    return CelFunctionDecl.newFunctionDeclaration(name, overloads);
  }

  private static CelOverloadDecl global(String id, CelType result, CelType... parameters) {
    return CelOverloadDecl.newGlobalOverload("keelson_" + id, result, parameters);
  }

  private static CelOverloadDecl member(String id, CelType result, CelType... parameters) {
    return CelOverloadDecl.newMemberOverload("keelson_" + id, result, List.of(parameters));
  }
}
