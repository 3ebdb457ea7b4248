package io.keelson.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// One object of a state file.
final class ObjectStateJson {
  private ObjectStateJson() {}

  /// @param type the resource type of the instance's address; the type of the object is only
  ///   written if it is another one
  static void write(ObjectState state, String type, ObjectNode into) {
    if (!state.type().equals(type)) into.put("type", state.type());
    into.put("schemaVersion", state.attributes().schemaVersion());
    into.set("attributes", tree(state.attributes().json()));
    if (!state.sensitive().isEmpty()) write(state.sensitive(), into);
    if (!state.privateData().isEmpty()) into.put("private", state.privateData().asBase64());
    state
        .identity()
        .ifPresent(identity -> {
          var node = into.putObject("identity");
          node.put("schemaVersion", identity.schemaVersion());
          node.set("attributes", tree(identity.json()));
        });
    write(state.provider(), into);
    if (state.tainted()) into.put("tainted", true);
    if (state.unfinished()) into.put("unfinished", true);
    write(state.dependencies(), state.flags(), into);
  }

  /// Writes `secret` even if it is empty: files of earlier versions lack it, and there it is not
  /// known what came from a Secret.
  static void write(SensitivePaths sensitive, ObjectNode into) {
    var paths = into.putArray("sensitive");
    sensitive.all().forEach(path -> paths.add(path.toString()));
    if (sensitive.assumed()) return;
    var secret = into.putArray("secret");
    sensitive.secret().forEach(path -> secret.add(path.toString()));
  }

  static void write(SortedSet<Dependency> dependencies, Flags flags, ObjectNode into) {
    if (!dependencies.isEmpty()) {
      var all = into.putArray("dependencies");
      for (Dependency each : dependencies) {
        var written = all.addObject();
        written.put("resource", each.resource().toString()).put("direct", each.direct());
        if (each.depth() > 0) written.put("depth", each.depth());
      }
    }
    if (flags.createBeforeDestroy()) into.put("createBeforeDestroy", true);
    if (flags.preventDestroy()) into.put("preventDestroy", true);
    if (flags.skipDestroy()) into.put("skipDestroy", true);
    if (!flags.replaceTrigger().isEmpty()) into.put("replaceTrigger", flags.replaceTrigger());
    flags.deletedWith().ifPresent(container -> into.put("deletedWith", container.toString()));
    flags.deleteTimeout().ifPresent(most -> into.put("deleteTimeoutSeconds", most.toSeconds()));
  }

  static void write(ProviderKey provider, ObjectNode into) {
    into.put("provider", provider.name());
    provider.configuration().ifPresent(name -> into.put("providerConfig", name));
    if (!provider.identity().isEmpty()) into.put("providerIdentity", provider.identity());
  }

  static ProviderKey provider(Fields from) {
    return new ProviderKey(
        from.text("provider"),
        from.optionalText("providerConfig"),
        from.optionalText("providerIdentity").orElse(""));
  }

  /// @param type of the instance's address
  static ObjectState read(Fields from, String type) {
    return new ObjectState(
        from.optionalText("type").orElse(type),
        status(from),
        raw(from),
        sensitive(from),
        Bytes.of(from.bytes("private")),
        from.optionalObject("identity").map(ObjectStateJson::raw),
        provider(from),
        dependencies(from),
        flags(from));
  }

  private static ObjectState.Status status(Fields from) {
    if (from.flag("tainted")) return ObjectState.Status.TAINTED;
    return from.flag("unfinished") ? ObjectState.Status.UNFINISHED : ObjectState.Status.READY;
  }

  static SensitivePaths sensitive(Fields from) {
    var all = new TreeSet<>(from.texts("sensitive", AttributePath::parse));
    return from.has("secret")
        ? SensitivePaths.of(all, new TreeSet<>(from.texts("secret", AttributePath::parse)))
        : SensitivePaths.assumed(all);
  }

  static SortedSet<Dependency> dependencies(Fields from) {
    var dependencies = new TreeSet<Dependency>();
    for (Fields each : from.objects("dependencies"))
      dependencies.add(
          new Dependency(
              each.parsed("resource", ResourceAddress::parse),
              each.flag("direct"),
              each.has("depth") ? Math.toIntExact(each.number("depth")) : 0));
    return dependencies;
  }

  static Flags flags(Fields from) {
    return new Flags(
        from.flag("createBeforeDestroy"),
        from.flag("preventDestroy"),
        from.flag("skipDestroy"),
        from.optionalText("replaceTrigger").orElse(""),
        from.has("deletedWith")
            ? Optional.of(from.parsed("deletedWith", Target::parse))
            : Optional.empty(),
        from.has("deleteTimeoutSeconds")
            ? Optional.of(Duration.ofSeconds(from.number("deleteTimeoutSeconds")))
            : Optional.empty());
  }

  private static RawState raw(Fields from) {
    return new RawState(
        from.number("schemaVersion"), Bytes.utf8(text(from.object("attributes").node())));
  }

  static String text(JsonNode tree) {
    try {
      return ExactJson.JSON.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  static JsonNode tree(Bytes json) {
    try {
      return ExactJson.JSON.readTree(json.asUtf8());
    } catch (JsonProcessingException e) {
      // The exception gets no cause, because the message of the cause quotes the state.
      throw new IllegalStateException("what is stored of an object is not JSON");
    }
  }
}
