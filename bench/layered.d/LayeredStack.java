import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackDeclaration;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The graph of the benchmark: N resources in layers of 50, each referring to the output of the one 50
/// before.
final class LayeredStack {
  static final int WIDTH = 50;

  private LayeredStack() {}

  static String name(int i) {
    return String.format("n%05d", i);
  }

  /// The declared input of one resource, as a Keelson user writes it.
  static String input(int i, int changed) {
    var text = i == changed ? "changed-" + i : "value-" + i;
    return i < WIDTH ? text : text + "-${terraform_data." + name(i - WIDTH) + ".output}".replace("terraform_data", "terraform_data");
  }

  /// @param changed the resource that has another input; -1 for none
  static StackDeclaration declaration(int size, int changed) {
    var resources = new ArrayList<StackDeclaration.Resource>(size);
    for (int i = 0; i < size; i++) {
      var config = new TreeMap<String, Value>();
      config.put("input", Value.text(i < WIDTH ? own(i, changed) : "${terraform_data." + name(i - WIDTH) + ".output}"));
      if (i >= WIDTH) config.put("triggers_replace", Value.text(own(i, -1)));
      resources.add(
          new StackDeclaration.Resource(
              ResourceAddress.managed("terraform_data", name(i)),
              Value.object(config),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              StackDeclaration.Lifecycle.PLAIN));
    }
    return new StackDeclaration(
        resources, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }

  private static String own(int i, int changed) {
    return (i == changed ? "changed-" : "value-") + i;
  }
}
