import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.ResourceSpec;
import java.util.List;

/// What the operator is measured with.
interface MeasuredStack {
  /// The name of the Stack.
  String name();

  /// Its Resources or Components.
  List<? extends HasMetadata> objects(String namespace);

  /// What has to be there beside the Stack and its objects.
  List<HasMetadata> beside(String namespace);

  /// ProviderConfigs of the Stack.
  List<String> providerConfigs();

  /// A Resource of the Stack.
  default Resource resource(String namespace, String name, String type, ObjectNode config) {
    var resource = new Resource();
    resource.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    var spec = new ResourceSpec();
    spec.stack = name();
    spec.type = type;
    spec.config = config;
    resource.setSpec(spec);
    return resource;
  }
}
