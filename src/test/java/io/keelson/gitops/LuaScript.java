package io.keelson.gitops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.jse.JseBaseLib;

/// Runs a script as Argo CD does: with the object as `obj`, and of the libraries of Lua the base,
/// `package`, `table` and a part of `os`. There are no functions of texts and numbers.
final class LuaScript {
  /// What `os.date` gives.
  static final String DATE = "20261101120000";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private LuaScript() {}

  static JsonNode run(Path script, JsonNode object) {
    try {
      return run(Files.readString(script), object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @throws org.luaj.vm2.LuaError if the script fails
  static JsonNode run(String script, JsonNode object) {
    var globals = new Globals();
    globals.load(new JseBaseLib());
    globals.load(new PackageLib());
    globals.load(new TableLib());
    globals.set("os", os());
    LoadState.install(globals);
    LuaC.install(globals);
    globals.set("obj", lua(object));
    return json(globals.load(script).call(), object);
  }

  private static LuaValue os() {
    var os = new LuaTable();
    os.set(
        "date",
        new OneArgFunction() {
          @Override
          public LuaValue call(LuaValue format) {
            return LuaValue.valueOf(DATE);
          }
        });
    return os;
  }

  private static LuaValue lua(JsonNode node) {
    if (node.isObject() || node.isArray()) {
      var table = new LuaTable();
      node.properties().forEach(each -> table.set(each.getKey(), lua(each.getValue())));
      for (int i = 0; node.isArray() && i < node.size(); i++) table.set(i + 1, lua(node.get(i)));
      return table;
    }
    if (node.isNumber()) return LuaValue.valueOf(node.asDouble());
    if (node.isBoolean()) return LuaValue.valueOf(node.asBoolean());
    return node.isTextual() ? LuaValue.valueOf(node.asText()) : LuaValue.NIL;
  }

  /// @param before what was there: an empty table is an array, unless an object was there
  private static JsonNode json(LuaValue value, JsonNode before) {
    if (value instanceof LuaTable table) {
      if (table.length() > 0 || table.keyCount() == 0 && !before.isObject())
        return array(table, before);
      var object = JSON.objectNode();
      for (LuaValue key : table.keys())
        object.set(key.tojstring(), json(table.get(key), before.path(key.tojstring())));
      return object;
    }
    if (value.isboolean()) return JSON.booleanNode(value.toboolean());
    if (value.type() == LuaValue.TNUMBER) return JSON.numberNode(value.toint());
    return value.isnil() ? JSON.nullNode() : JSON.textNode(value.tojstring());
  }

  private static JsonNode array(LuaTable table, JsonNode before) {
    var array = JSON.arrayNode();
    for (int i = 1; i <= table.length(); i++) array.add(json(table.get(i), before.path(i - 1)));
    return array;
  }
}
