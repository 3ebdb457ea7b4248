package io.keelson.expression;

import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// One resource `x.a` with values of every kind, and a map of objects `x.zones`.
public final class Sample {
  static final Type.ObjectOf ITEM = Type.object(Map.of("name", Types.STRING, "size", Types.NUMBER));

  private Sample() {}

  public static Stage stage() {
    var a = a();
    var types = new TreeMap<String, Type>();
    a.forEach((name, value) -> types.put(name, value.type()));
    types.put("out", Types.DYNAMIC);
    return new Stage()
        .with("x.a", Type.object(types), Value.object(a))
        .with("x.many", Type.list(ITEM), Value.tuple(List.of(item("m0", 1), item("m1", 2))))
        .with(
            "x.zones", Type.map(ITEM), Value.object(Map.of("z1", item("n1", 1), "z2", unnamed(2))))
        .with("local.tags", Value.object(Map.of("a", Value.text("1"), "b", Value.number(2))))
        .with("variable.pw", Value.text("s3cret").mark(Marks.secret("variable.pw")))
        .with("each.key", Value.text("z1"))
        .with("count.index", Value.number(1));
  }

  private static Map<String, Value> a() {
    var a = new TreeMap<String, Value>();
    a.put("id", Value.unknown(Types.STRING));
    a.put("b", Value.unknown(Types.NUMBER));
    a.put("flag", Value.unknown(Types.BOOL));
    a.put("known", Value.text("kk"));
    a.put("nul", Value.nothing(Types.STRING));
    a.put("num", Value.number(7));
    a.put("pw", secret("a.pw"));
    a.put(
        "db",
        Value.object(
            Map.of(
                "user", Value.text("u"),
                "password", Value.text("p").mark(Marks.sensitive("a.db.password")))));
    a.put("list", Value.list(ITEM, List.of(unnamed(1), item("n", 2))));
    a.put("ulist", Value.unknown(Type.list(ITEM)));
    a.put("set", Value.set(Types.STRING, List.of(Value.text("s"))));
    a.put("out", Value.unknown(Type.tuple(List.of(Types.STRING, Types.NUMBER))));
    return a;
  }

  private static Value secret(String source) {
    return Value.text("s3cret").mark(Marks.sensitive(source));
  }

  private static Value item(String name, long size) {
    return Value.object(Map.of("name", Value.text(name), "size", Value.number(size)));
  }

  private static Value unnamed(long size) {
    return Value.object(Map.of("name", Value.unknown(Types.STRING), "size", Value.number(size)));
  }
}
