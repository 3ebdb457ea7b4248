package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.TestNamespace;

/// A namespace that is deleted with all that is in it: a Stack, whose objects are destroyed, and
/// records that a lost Stack has left, which a person lets go.
record WorkInANamespace(TestNamespace own) {
  private static final String[] RIGHTS = {
    "role keelson-namespace", "rolebinding keelson-namespace"
  };

  private static final String AT_ONCE = "deletion: {approval: Automatic}";
  private static final String MOVED =
      "moves: [{from: terraform_data.note, to: terraform_data.memo}]";

  void run() {
    move();
    loseAStack();
    // Roles go first otherwise, and with them the operator's rights to the rest.
    for (String right : RIGHTS) hold(right, "[\"keelson.dev/test\"]");
    own.beginDelete("namespace " + own.name());
    letRecordsGo();
    for (String each : new String[] {"stack shop", "secret keelson-shop", "secret keelson-lost"})
      own.awaitGone(each);
    for (String right : RIGHTS) hold(right, "null");
    own.awaitGone("namespace " + own.name());
  }

  private void move() {
    own.apply(noted("shop", "note", AT_ONCE));
    new Kubectl(own).awaitReady("shop");
    own.delete("resource note");
    own.apply(noted("shop", "memo", AT_ONCE + ", " + MOVED));
    own.eventually(
        () -> assertThat(new Records(own).ids()).containsOnlyKeys("terraform_data.memo"));
  }

  /// Somebody takes the finalizer off while the deletion waits for an approval.
  private void loseAStack() {
    own.apply(noted("lost", "left", "deletion: {approval: Required}"));
    new Kubectl(own).awaitReady("lost");
    own.beginDelete("stack lost");
    own.merge("stack lost", "{\"metadata\":{\"finalizers\":null}}");
    own.awaitGone("stack lost");
  }

  private void letRecordsGo() {
    var lost =
        own.await(
            "resourceinstance " + recordOfTheLostStack(),
            "that it says who holds the namespace",
            found -> found.at("/status/phase").asText().equals("StackMissing"));
    own.annotate(
        "resourceinstance " + lost.at("/metadata/name").asText(), "keelson.dev/resolve=forget");
  }

  private String recordOfTheLostStack() {
    for (var record : own.list("resourceinstances").path("items"))
      if (record.at("/spec/stack").asText().equals("lost"))
        return record.at("/metadata/name").asText();
    throw new AssertionError("The Stack 'lost' has left no record in " + own.name());
  }

  private void hold(String right, String finalizers) {
    if (own.exists(right)) own.merge(right, "{\"metadata\":{\"finalizers\":" + finalizers + "}}");
  }

  private static String noted(String stack, String name, String more) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %1$s}
    spec: {settle: 1s, approval: {mode: Automatic}, %3$s}
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %2$s}
    spec: {stack: %1$s, type: terraform_data, config: {input: hello}}
    """
        .formatted(stack, name, more);
  }
}
