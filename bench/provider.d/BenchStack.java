import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.operator.api.provider.Provider;
import java.util.SortedMap;

/// What the engine is measured with: a graph, and the providers of its resources.
interface BenchStack {
  /// How many resources there are.
  int size();

  StackDeclaration declaration();

  /// What is installed for each provider configuration, by its name.
  SortedMap<String, Provider> providers();
}
