package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration.Output;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A stack of servers, as a loader takes it: what a test declares, and nothing else.
final class StackOfServers {
  private static final Schema SERVER =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "image", Attribute.of(Types.STRING, Presence.REQUIRED),
                  "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                  "tags", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL),
                  "zones", Attribute.of(Type.set(Types.STRING), Presence.OPTIONAL))));
  static final ResourceAddress A = ResourceAddress.managed("server", "a");
  static final ResourceAddress B = ResourceAddress.managed("server", "b");
  static final ResourceAddress C = ResourceAddress.managed("server", "c");

  final List<ResourceDeclaration> resources = new ArrayList<>();
  final TreeMap<String, Value> locals = new TreeMap<>();
  final TreeMap<String, Output> outputs = new TreeMap<>();
  final TreeMap<String, Value> variables = new TreeMap<>();

  static DeclaredServer server(ResourceAddress address) {
    return new DeclaredServer(address);
  }

  StackLoader.Loaded load(DeclaredServer... declared) {
    for (DeclaredServer each : declared) resources.add(each.resource());
    var identity = new TreeMap<String, Value>(Map.of("name", Value.text("shop")));
    var loader =
        new StackLoader(
            new CelExpressions(),
            resource -> resource.type().equals("server") ? Optional.of(SERVER) : Optional.empty());
    return loader.load(new StackDeclaration(resources, locals, outputs, variables, identity));
  }

  static void assertFrozen(StackLoader.Loaded loaded, ResourceAddress... addresses) {
    assertThat(loaded.config().frozen().resources()).containsExactly(addresses);
    assertThat(loaded.config().resources()).doesNotContainKeys(addresses);
  }

  static Diagnostic only(StackLoader.Loaded loaded) {
    assertThat(loaded.diagnostics()).hasSize(1);
    return loaded.diagnostics().getFirst();
  }

  static Scope scope(Map<Root, Value> values) {
    return root -> Evaluated.of(values.getOrDefault(root, Value.unknown(Types.DYNAMIC)));
  }
}
