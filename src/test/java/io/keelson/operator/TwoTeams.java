package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.TestNamespace;

/// A platform team that publishes definitions in its namespace, and a team whose Stack uses them in
/// its own; each has an operator.
final class TwoTeams implements AutoCloseable {
  static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 0s
        removalGrace: 0s
        approval: {mode: Automatic}
        deletion: {approval: Automatic}
        outputs: [{name: address, value: '${component.web["eu"].address}'}]
      """;

  final TestNamespace team;
  final TestNamespace platform;
  final Kubectl kubectl;
  final Kubectl theirs;
  private final OperatorUnderTest operator;
  private final OperatorUnderTest other;

  TwoTeams(TestNamespace own, ControlPlane controlPlane) {
    team = own;
    platform = controlPlane.newNamespace("platform");
    kubectl = new Kubectl(own);
    theirs = new Kubectl(platform);
    operator = OperatorUnderTest.in(own);
    other = OperatorUnderTest.in(platform);
  }

  @Override
  public void close() {
    operator.close();
    other.close();
  }

  String database(String version, String word) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: database}
    spec:
      version: %s
      variables: [{name: name, type: string, nullable: false}]
      resources:
      - {name: main, type: terraform_data, config: {input: "%s-${variable.name}"}}
      outputs:
      - {name: address, value: "${terraform_data.main.output}"}
    """
        .formatted(version, word);
  }

  String webApp(String version, String word, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: ComponentDefinition
    metadata: {name: web-app}
    spec:
      version: %s
      allowedNamespaces: [%s]
      variables:
      - {name: name, type: string}
      - {name: replicas, type: number, default: 2}
      resources:
      - {name: app, type: terraform_data, config: {input: "%s-${variable.name}-${component.db.address}"}}
      components:
      - {name: db, definition: {name: database}, inputs: {name: "${variable.name}"}}
      outputs:
      - {name: address, value: "${component.db.address}"}
    %s
    """
        .formatted(version, team.name(), word, more);
  }

  /// The Stack, without an output that would miss the Component.
  static String silent() {
    return STACK.replaceAll("  outputs:.*", "");
  }

  /// @param wanted such as `version: "~> 1.0"`
  String web(String wanted) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: web}
    spec:
      stack: shop
      definition: {name: web-app, namespace: %s%s}
      forEach: {eu: 1, us: 2}
      inputs: {name: "web-${each.key}"}
    """
        .formatted(platform.name(), wanted);
  }

  void awaitInput(String address, String wanted) {
    team.eventually(() -> assertThat(new Records(team).state(address, "input")).contains(wanted));
  }

  void publish(String manifest, String name, String version) {
    theirs.apply(manifest);
    platform.eventually(() ->
        assertThat(theirs.get("componentdefinition " + name, ".status.revision"))
            .startsWith(name + "-" + version));
  }

  void publishFirst() {
    publish(database("2.0.0", "pg"), "database", "2.0.0");
    publish(webApp("1.0.0", "one", ""), "web-app", "1.0.0");
  }

  /// A use of the database of another namespace, once.
  String db(String name, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Component
    metadata: {name: %s}
    spec:
      stack: shop
      definition: {name: database, namespace: %s}
      inputs: {name: orders}
    %s
    """
        .formatted(name, platform.name(), more);
  }

  void publishDatabase() {
    publish(
        database("2.0.0", "pg").replace("spec:", "spec:\n  allowedNamespaces: [\"*\"]"),
        "database",
        "2.0.0");
  }
}
