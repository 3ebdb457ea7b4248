package io.keelson.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.StackState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The state of a Stack as one JSON text: everything that its records hold, secrets included, and
/// nothing that only means something in one cluster.
public final class StateFile {
  /// The first number changes when older readers would misunderstand it.
  public static final String FORMAT = "1.3";

  private static final JsonStateCodec CODEC = new JsonStateCodec();

  private StateFile() {}

  /// Text that is no state file; the message says where and why.
  public static final class NotAState extends Exception {
    private static final long serialVersionUID = 1L;

    NotAState(String message) {
      super(message);
    }
  }

  /// What a file holds.
  ///
  /// @param serials how often the record of an instance had been written, where that is known
  public record Contents(StackState state, SortedMap<InstanceAddress, Long> serials) {}

  /// @return indented JSON; equal states give equal text
  public static String write(StackState state) {
    return write(new Contents(state, new TreeMap<>()));
  }

  /// @return indented JSON; equal contents give equal text
  public static String write(Contents contents) {
    var state = contents.state();
    var file = ExactJson.JSON.createObjectNode();
    file.put("kind", "State");
    file.put("formatVersion", FORMAT);
    var instances = file.putArray("instances");
    state
        .instances()
        .forEach((at, instance) -> {
          var into = instances.addObject();
          write(at, instance, into);
          var serial = contents.serials().get(at);
          if (serial != null) into.put("serial", serial);
        });
    var outputs = file.putObject("outputs");
    state.outputs().forEach((name, value) -> write(value, outputs.putObject(name)));
    if (!state.configurations().isEmpty()) {
      var configurations = file.putObject("providerConfigs");
      state
          .configurations()
          .forEach((name, json) -> configurations.set(name, ObjectStateJson.tree(json)));
    }
    return file.toPrettyString() + "\n";
  }

  private static void write(Value output, ObjectNode into) {
    var plain = output.unmark().value();
    into.put("sensitive", output.marked());
    into.set("type", TypeJson.write(plain.type()));
    into.set("value", JsonValues.write(plain));
  }

  /// The file does not say from when on changes were observed: the next reading says it anew.
  private static void write(Drift.Changed changed, ObjectNode drift) {
    drift.put("applied", changed.applied());
    var attributes = drift.putArray("attributes");
    changed.paths().forEach(path -> attributes.add(path.toString()));
  }

  private static void write(InstanceAddress at, InstanceState state, ObjectNode into) {
    into.put("address", at.toString());
    if (!state.previousAddresses().isEmpty()) {
      var previous = into.putArray("previousAddresses");
      state.previousAddresses().forEach(each -> previous.add(each.toString()));
    }
    if (!state.writtenBy().isEmpty()) into.put("writtenBy", state.writtenBy());
    if (!state.madeBy().isEmpty()) into.put("madeBy", state.madeBy());
    if (state.lastFailed()) into.put("lastFailed", true);
    switch (state.drift()) {
      case Drift.None _ -> {}
      case Drift.Missing(var before) -> {
        var drift = into.putObject("drift").put("kind", "missing");
        before.ifPresent(changed -> write(changed, drift));
      }
      case Drift.Changed changed -> write(changed, into.putObject("drift").put("kind", "changed"));
    }
    state.open().ifPresent(operation -> write(operation, into.putObject("operation")));
    var type = at.resource().type();
    state
        .current()
        .ifPresent(object -> ObjectStateJson.write(object, type, into.putObject("current")));
    if (state.deposed().isEmpty()) return;
    var deposed = into.putArray("deposed");
    state
        .deposed()
        .forEach((key, object) ->
            ObjectStateJson.write(object, type, deposed.addObject().put("key", key.value())));
  }

  private static void write(Operation operation, ObjectNode into) {
    into.put("id", operation.id());
    into.put("kind", operation.kind().name().toLowerCase(Locale.ROOT));
    operation.deposed().ifPresent(key -> into.put("deposedKey", key.value()));
    into.put("plan", operation.plan());
    operation.locator().ifPresent(locator -> into.put("locator", locator));
    var declared = into.putObject("declared");
    operation.declared().provider().ifPresent(each -> ObjectStateJson.write(each, declared));
    ObjectStateJson.write(operation.declared().sensitive(), declared);
    ObjectStateJson.write(
        operation.declared().dependencies(), operation.declared().flags(), declared);
  }

  /// @throws NotAState if the text is not what [#write] writes, or what a newer version writes
  public static StackState read(String text) throws NotAState {
    return contents(text).state();
  }

  /// The same with what the file says beside the state.
  ///
  /// @throws NotAState if the text is not what [#write] writes, or what a newer version writes
  public static Contents contents(String text) throws NotAState {
    try {
      var file = Fields.of(ExactJson.JSON.readTree(text), "");
      if (!file.optionalText("kind").equals(Optional.of("State")))
        throw new NotAState(
            "It is no state file: a field \"kind\" that says \"State\" is missing.");
      var format = file.text("formatVersion");
      if (!format.startsWith("1."))
        throw new NotAState(
            "It has the format version %s; this program reads 1.x. Use a newer one."
                .formatted(format));
      return new Contents(
          new StackState(instances(file), outputs(file), configurations(file)), serials(file));
    } catch (JsonProcessingException e) {
      // The parser's message may quote the text, and it holds secrets.
      var where = e.getLocation();
      throw new NotAState(
          "It is not JSON" + (where == null ? "." : ", from line " + where.getLineNr() + " on."));
    } catch (Fields.Wrong e) {
      throw new NotAState("It is no whole state file: " + e.getMessage() + ".");
    }
  }

  private static SortedMap<InstanceAddress, InstanceState> instances(Fields file) {
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    for (Fields each : file.objects("instances")) {
      var at = each.parsed("address", InstanceAddress::parse);
      if (instances.put(at, instance(at.resource().type(), each)) != null)
        throw new Fields.Wrong(each.at(), "its address is there twice");
    }
    return instances;
  }

  private static SortedMap<String, Bytes> configurations(Fields file) {
    var configurations = new TreeMap<String, Bytes>();
    if (!file.has("providerConfigs")) return configurations;
    for (var each : file.object("providerConfigs").node().properties())
      configurations.put(each.getKey(), Bytes.utf8(ObjectStateJson.text(each.getValue())));
    return configurations;
  }

  private static SortedMap<InstanceAddress, Long> serials(Fields file) {
    var serials = new TreeMap<InstanceAddress, Long>();
    for (Fields each : file.objects("instances"))
      if (each.has("serial"))
        serials.put(each.parsed("address", InstanceAddress::parse), each.number("serial"));
    return serials;
  }

  private static InstanceState instance(String type, Fields from) {
    var deposed = new TreeMap<DeposedKey, ObjectState>();
    for (Fields each : from.objects("deposed"))
      deposed.put(each.parsed("key", DeposedKey::new), ObjectStateJson.read(each, type));
    return new InstanceState(
        from.optionalObject("current").map(each -> ObjectStateJson.read(each, type)),
        deposed,
        from.optionalObject("drift").map(StateFile::drift).orElseGet(Drift.None::new),
        from.optionalObject("operation").map(StateFile::operation),
        from.optionalText("writtenBy").orElse(""),
        from.optionalText("madeBy").orElse(""),
        from.texts("previousAddresses", InstanceAddress::parse),
        from.flag("lastFailed"));
  }

  private static Drift drift(Fields from) {
    return switch (from.text("kind")) {
      case "missing" ->
          new Drift.Missing(from.optionalText("applied").map(applied -> changed(from, applied)));
      case "changed" -> changed(from, from.text("applied"));
      default -> throw new Fields.Wrong(from.at() + ".kind", "missing or changed is needed");
    };
  }

  private static Drift.Changed changed(Fields from, String applied) {
    return new Drift.Changed(
        new TreeSet<>(from.texts("attributes", AttributePath::parse)), applied, Optional.empty());
  }

  private static Operation operation(Fields from) {
    var declared = from.object("declared");
    return new Operation(
        from.text("id"),
        from.parsed("kind", kind -> Operation.Kind.valueOf(kind.toUpperCase(Locale.ROOT))),
        from.optional("deposedKey", DeposedKey::new),
        from.text("plan"),
        from.optionalText("locator"),
        Duration.ZERO,
        new Declared(
            declared.has("provider")
                ? Optional.of(ObjectStateJson.provider(declared))
                : Optional.empty(),
            ObjectStateJson.dependencies(declared),
            ObjectStateJson.flags(declared),
            ObjectStateJson.sensitive(declared)));
  }

  private static SortedMap<String, Value> outputs(Fields file) throws NotAState {
    var outputs = new TreeMap<String, Value>();
    if (!file.has("outputs")) return outputs;
    var all = file.object("outputs");
    for (var each : all.node().properties()) {
      var output = all.object(each.getKey());
      outputs.put(each.getKey(), output(each.getKey(), output));
    }
    return outputs;
  }

  /// Read as a value that carries its type with it.
  private static Value output(String name, Fields from) throws NotAState {
    var typed = ExactJson.JSON.createObjectNode();
    typed.set("value", from.any("value"));
    typed.set("type", from.any("type"));
    try {
      var value = CODEC.decode(Bytes.utf8(ObjectStateJson.text(typed)), Types.DYNAMIC);
      return from.flag("sensitive") ? value.mark(Marks.sensitive("output." + name)) : value;
    } catch (StateCodec.MalformedState e) {
      throw new NotAState("The value of output '" + name + "' does not fit its type.");
    }
  }
}
