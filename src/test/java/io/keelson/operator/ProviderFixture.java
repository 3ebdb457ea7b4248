package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import io.keelson.testing.PulumiPlugins;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/// A namespace with an operator, in which providers of the Terraform world are installed and used
/// through kubectl.
class ProviderFixture implements AutoCloseable {
  private static final String WITHOUT_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";

  final TestNamespace namespace;
  final Kubectl kubectl;
  private final Set<String> providers = new HashSet<>();
  private OperatorUnderTest operator;

  ProviderFixture(TestNamespace namespace) {
    this.namespace = namespace;
    this.kubectl = new Kubectl(namespace);
    this.operator = OperatorUnderTest.in(namespace);
  }

  /// Another process takes over.
  void restartOperator() {
    operator.close();
    operator = OperatorUnderTest.in(namespace);
  }

  /// Declares a Provider of the mirror; it is called as the namespace, and then its type.
  ///
  /// @param more further lines of its spec
  String install(String source, String version, String more) {
    var name = namespace.name() + "-" + source.substring(source.lastIndexOf('/') + 1);
    install(name, source, version, more);
    return name;
  }

  /// Declares a Provider of the mirror under a name of its own.
  void install(String name, String source, String version, String more) {
    providers.add(name);
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Provider
        metadata: {name: %s}
        spec:
          source: %s
          version: %s
          sources: [{directory: {path: "%s"}}]
          %s
        """
            .formatted(name, source, version, TestProviders.mirror(), more));
  }

  /// Declares a Provider of the Pulumi world.
  ///
  /// @param name of the package
  /// @param more further lines of its spec
  String installPulumi(String name, String version, String more) {
    var provider = namespace.name() + "-" + name;
    providers.add(provider);
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Provider
        metadata: {name: %s}
        spec:
          protocol: Pulumi
          source: pulumi.test/keelson/%s
          version: %s
          sources: [{directory: {path: "%s"}}]
          %s
        """
            .formatted(provider, name, version, PulumiPlugins.folder(), more));
    return provider;
  }

  /// Declares a ProviderConfig.
  ///
  /// @param more its spec but for the Provider, as YAML in one line
  void configure(String name, String provider, String more) {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: %s}
        spec: {providerRef: {name: %s}, %s}
        """
            .formatted(name, provider, more));
  }

  /// Declares a Stack that is planned at once.
  ///
  /// @param more of its spec, as YAML in one line
  void stack(String name, String more) {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: %s}
        spec: {settle: 1s, removalGrace: 1s, %s}
        """
            .formatted(name, more));
  }

  /// Declares a Resource.
  ///
  /// @param address such as `time_static.start`
  /// @param config as YAML in one line
  /// @param more of its spec, as YAML in one line
  void declare(String stack, String address, String config, String more) {
    kubectl.apply(resource(stack, address, config, more));
  }

  void declare(String stack, String address, String config) {
    declare(stack, address, config, "");
  }

  static String resource(String stack, String address, String config, String more) {
    var words = address.split("\\.", -1);
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %s-%s}
    spec: {stack: %s, type: %s, name: %s, config: %s, %s}
    """
        .formatted(stack, words[1], stack, words[0], words[1], config, more);
  }

  /// Takes a Resource away.
  void remove(String stack, String address) {
    namespace.beginDelete("resource " + stack + "-" + address.split("\\.", -1)[1]);
  }

  /// What is recorded of an instance.
  Optional<JsonNode> record(String stack, String address) {
    var all = namespace.list("resourceinstances").path("items");
    return StreamSupport.stream(all.spliterator(), false)
        .filter(each -> each.at("/spec/stack").asText().equals(stack))
        .filter(each -> each.at("/spec/address").asText().equals(address))
        .map(each -> each.path("status"))
        .findFirst();
  }

  /// The recorded attributes of an instance that are not sealed.
  JsonNode state(String stack, String address) {
    return record(stack, address).orElseThrow().path("state");
  }

  /// An object of the namespace.
  JsonNode read(String object) {
    return namespace.get(object);
  }

  /// What a file holds.
  JsonNode json(Path file) {
    try {
      return ExactJson.JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The plan that waits for a person, as people read it.
  String waitingPlan(String stack) {
    return kubectl.get("plan " + kubectl.awaitPlan(stack), ".spec.text");
  }

  /// Approves the plan that waits, and awaits that it has been carried out.
  void approve(String stack) {
    var plan = kubectl.awaitPlan(stack);
    kubectl.approve(plan);
    kubectl.awaitPhase(plan, "Applied");
  }

  /// Destroys all that the Stack has made, and the Stack.
  void destroy(String stack) {
    namespace.beginDelete("stack " + stack);
    kubectl.approve(kubectl.awaitPlan(stack));
    namespace.awaitGone("stack/" + stack);
  }

  /// Waits until the Stack is at rest with what is declared now.
  void settle(String stack) {
    namespace.eventually(() -> {
      var status = read("stack " + stack).path("status");
      assertThat(kubectl.reason("stack " + stack)).as("%s", status).isEqualTo("UpToDate");
    });
  }

  @Override
  public void close() {
    operator.close();
    namespace.beginDeleteAll("stack,resource,providerconfig");
    forgetRecords();
    List.copyOf(providers).forEach(this::giveUp);
  }

  /// The next class on this control plane has Providers of the same programs, which must not count
  /// as used by these Stacks.
  private void forgetRecords() {
    namespace.beginDeleteAll("resourceinstance");
    for (JsonNode each : namespace.list("resourceinstances").path("items"))
      namespace.merge("resourceinstance " + each.at("/metadata/name").asText(), WITHOUT_FINALIZERS);
  }

  /// Takes a Provider away, whoever uses it.
  void giveUp(String provider) {
    providers.remove(provider);
    giveUp(namespace, provider);
  }

  /// The same, for who has an operator of his own.
  ///
  /// @param namespace any: a Provider is in none
  static void giveUp(TestNamespace namespace, String provider) {
    if (!namespace.exists("provider " + provider)) return;
    namespace.merge("provider " + provider, WITHOUT_FINALIZERS);
    namespace.beginDelete("provider " + provider);
  }
}
