import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Resource;
import java.util.List;

/// What the operator is measured with.
interface MeasuredStack {
  /// The name of the Stack.
  String name();

  List<Resource> objects(String namespace);

  /// What has to be there beside the Stack and its Resources.
  List<HasMetadata> beside(String namespace);

  /// ProviderConfigs of the Stack.
  List<String> providerConfigs();
}
