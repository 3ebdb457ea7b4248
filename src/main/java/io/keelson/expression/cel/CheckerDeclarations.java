package io.keelson.expression.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.util.ArrayList;
import java.util.List;

/// What the checker knows of our functions. A number of a schema is a `double` to it.
final class CheckerDeclarations {
  /// What a `null` in the source becomes for the checker: a value of any type.
  static final String NULL = "@null";

  /// `null` under the name it has for an attribute that is left out.
  static final String UNSET = "unset";

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
  private static final CelType TS = ListType.create(T);
  private static final CelType QUANTITY = OpaqueType.create("quantity");

  private CheckerDeclarations() {}

  static List<CelFunctionDecl> functions() {
    var all = new ArrayList<CelFunctionDecl>();
    addValues(all);
    addConversions(all);
    addTexts(all);
    addLists(all);
    addNetworks(all);
    addQuantities(all);
    NumberDeclarations.addTo(all);
    return all;
  }

  /// Of values of any kind.
  private static void addValues(List<CelFunctionDecl> all) {
    all.add(function(NULL, global("null", T)));
    all.add(function(UNSET, global("unset", T)));
    all.add(function(TRY, global("try", T, TS)));
    all.add(function("can", global("can", TRUTH, ANY)));
    all.add(function("coalesce", global("coalesce", T, TS)));
    all.add(function(OR_VALUE, member("orValue", ANY, OptionalType.create(T), ANY)));
    all.add(function("sensitive", global("sensitive", T, T)));
    all.add(function("nonsensitive", global("nonsensitive", T, T)));
    all.add(function("merge", global("merge", MapType.create(TEXT, ANY), LIST)));
    all.add(function("keys", global("keys", ListType.create(TEXT), ANY)));
    all.add(function("values", global("values", LIST, ANY)));
    for (CelType key : List.of(TEXT, NUMBER, WHOLE)) {
      all.add(function("lookup", global("lookup_" + key.name(), ANY, ANY, key)));
      all.add(function("lookup", global("lookup_default_" + key.name(), ANY, ANY, key, ANY)));
    }
  }

  private static void addConversions(List<CelFunctionDecl> all) {
    all.add(function("toString", global("toString", TEXT, ANY)));
    all.add(function("toNumber", global("toNumber", NUMBER, ANY)));
    all.add(function("number", global("number", NUMBER, ANY)));
    all.add(function("toBool", global("toBool", TRUTH, ANY)));
    all.add(function("toList", global("toList", LIST, ANY)));
    all.add(function("toSet", global("toSet", LIST, ANY)));
    var map = MapType.create(TEXT, ANY);
    all.add(function("toMap", global("toMap", map, ANY), global("toMap_zipped", map, LIST, LIST)));
    for (String format : List.of("json", "yaml")) {
      all.add(function(format + ".encode", global(format + "_encode", TEXT, ANY)));
      all.add(function(format + ".decode", global(format + "_decode", ANY, TEXT)));
    }
    all.add(function("base64.encode", global("base64_encode_string", TEXT, TEXT)));
    all.add(function("hash.sha256", global("hash_sha256", TEXT, TEXT)));
    all.add(function("hash.md5", global("hash_md5", TEXT, TEXT)));
  }

  private static void addTexts(List<CelFunctionDecl> all) {
    all.add(function("join", member("join", TEXT, LIST), member("join_with", TEXT, LIST, TEXT)));
    all.add(function("format", member("format", TEXT, TEXT, LIST)));
    all.add(function("template", global("template", TEXT, TEXT, ANY)));
    all.add(function("trimPrefix", member("trimPrefix", TEXT, TEXT, TEXT)));
    all.add(function("trimSuffix", member("trimSuffix", TEXT, TEXT, TEXT)));
    all.add(function("title", member("title", TEXT, TEXT)));
    for (CelType spaces : List.of(WHOLE, NUMBER))
      all.add(function("indent", member("indent_" + spaces.name(), TEXT, TEXT, spaces)));
  }

  private static void addLists(List<CelFunctionDecl> all) {
    all.add(function("concat", global("concat", LIST, LIST)));
    for (String relation : List.of("contains", "equivalent", "intersects"))
      all.add(function("sets." + relation, global("sets_" + relation, TRUTH, LIST, LIST)));
    all.add(function("compact", member("compact", TS, TS)));
    all.add(function("sum", member("sum", NUMBER, LIST)));
    all.add(function("one", member("one", T, TS)));
    all.add(function("indexOf", member("list_indexOf", WHOLE, LIST, ANY)));
    for (CelType size : List.of(WHOLE, NUMBER))
      all.add(function("chunk", member("chunk_" + size.name(), ListType.create(TS), TS, size)));
    all.add(function("lists.@sortByAssociatedKeys", global("sort_by_associated_keys", LIST, LIST)));
  }

  private static void addNetworks(List<CelFunctionDecl> all) {
    for (CelType one : List.of(WHOLE, NUMBER)) {
      all.add(function("cidr.host", global("cidr_host_" + one.name(), TEXT, TEXT, one)));
      for (CelType two : List.of(WHOLE, NUMBER)) {
        var id = "cidr_subnet_" + one.name() + "_" + two.name();
        all.add(function("cidr.subnet", global(id, TEXT, TEXT, one, two)));
      }
    }
    all.add(function("cidr.netmask", global("cidr_netmask", TEXT, TEXT)));
    all.add(function("cidr.contains", global("cidr_contains", TRUTH, TEXT, TEXT)));
  }

  private static void addQuantities(List<CelFunctionDecl> all) {
    all.add(
        function(
            "quantity",
            global("quantity", QUANTITY, TEXT),
            global("quantity_quantity", QUANTITY, QUANTITY)));
    all.add(function("string", global("quantity_to_string", TEXT, QUANTITY)));
    for (String operator : List.of("_+_", "_-_"))
      all.add(function(operator, global(operator + "quantities", QUANTITY, QUANTITY, QUANTITY)));
    for (String operator : List.of("_<_", "_<=_", "_>_", "_>=_"))
      all.add(function(operator, global(operator + "quantities", TRUTH, QUANTITY, QUANTITY)));
  }

  static CelFunctionDecl function(String name, CelOverloadDecl... overloads) {
    return CelFunctionDecl.newFunctionDeclaration(name, overloads);
  }

  static CelOverloadDecl global(String id, CelType result, CelType... parameters) {
    return CelOverloadDecl.newGlobalOverload("keelson_" + id, result, parameters);
  }

  static CelOverloadDecl member(String id, CelType result, CelType... parameters) {
    return CelOverloadDecl.newMemberOverload("keelson_" + id, result, List.of(parameters));
  }
}
