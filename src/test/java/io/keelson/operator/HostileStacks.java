package io.keelson.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.testing.TestNamespace;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// Declares in one namespace what may hurt an operator. The API server is given the bytes as they
/// are: no client has to be able to hold them.
final class HostileStacks {
  private static final int AT_ONCE = 4;
  private static final int MEGABYTE = 1_000_000;

  private final TestNamespace namespace;
  private final AtomicInteger made = new AtomicInteger();

  HostileStacks(TestNamespace namespace) {
    this.namespace = namespace;
  }

  /// How many objects the API server has taken.
  int made() {
    return made.get();
  }

  void stack(String name) {
    stack(name, "");
  }

  /// @param fields of the spec besides, in JSON, with a comma before
  private void stack(String name, String fields) {
    create("stacks", "Stack", name, "{\"settle\": \"0s\"%s}".formatted(fields));
  }

  private void resource(String stack, String name, String fields) {
    create(
        "resources",
        "Resource",
        name,
        "{\"stack\": \"%s\", \"type\": \"terraform_data\", %s}".formatted(stack, fields));
  }

  private static String input(String value) {
    return "\"config\": {\"input\": " + value + "}";
  }

  private static String text(int length) {
    return '"' + "x".repeat(length) + '"';
  }

  /// So many instances of one Resource.
  void counted(String stack, String name, int count) {
    resource(stack, name, "\"count\": %d, %s".formatted(count, input("\"${count.index}\"")));
  }

  /// A value in so many lists.
  void deep(String name, int levels) {
    stack(name);
    resource(name, name, input("[".repeat(levels) + "]".repeat(levels)));
  }

  /// Values of a megabyte: of many members, of many elements, of one text, also in many instances.
  void wide(String name) {
    stack(name);
    var members = new StringBuilder("{\"m\": 0");
    for (int i = 0; i < 45_000; i++) members.append(",\"member").append(i).append("\": ").append(i);
    resource(name, name + "-members", input(members.append('}').toString()));
    resource(name, name + "-elements", input("[0" + ",0".repeat(MEGABYTE / 2) + "]"));
    resource(name, name + "-text", input(text(MEGABYTE)));
    for (int i = 0; i < 10; i++)
      resource(name, name + "-texts-" + i, "\"count\": 1000, " + input(text(MEGABYTE)));
  }

  /// So many Resources with a text of a megabyte each.
  void heavy(String name, int resources) {
    stack(name);
    atOnce(resources, i -> resource(name, name + "-" + i, input(text(MEGABYTE))));
  }

  /// Expressions that make more than they are.
  void growing(String name) {
    var locals = new StringBuilder("\"l0\": ").append(text(1_000));
    for (int i = 1; i <= 40; i++)
      locals.append(", \"l%d\": \"${local.l%d}${local.l%d}\"".formatted(i, i - 1, i - 1));
    stack(name, ", \"locals\": {%s}".formatted(locals));
    for (int i = 10; i <= 40; i += 10)
      resource(
          name,
          name + "-doubled-" + i,
          "\"count\": 200, " + input("\"${local.l%d}${count.index}\"".formatted(i)));
    resource(name, name + "-range", input("\"${lists.range(2000000000)}\""));
    var each = "lists.range(1000)";
    for (int i = 0; i < 6; i++) each = "lists.range(1000).map(x%d, %s)".formatted(i, each);
    resource(name, name + "-nested", input("\"${" + each + "}\""));
    resource(
        name,
        name + "-replaced",
        input("\"${local.l12.replace('', local.l12).replace('x', '')}\""));
    resource(name, name + "-each", "\"forEach\": \"${toSet(" + each + ")}\", " + input("1"));
  }

  /// 500 Resources of 200 instances each.
  void many(String name) {
    stack(name, ", \"approval\": {\"mode\": \"Automatic\"}");
    atOnce(500, i -> counted(name, name + "-" + i, 200));
  }

  /// As much as is allowed to a Stack, carried out as much at once as is allowed.
  void full(String name) {
    stack(name, ", \"approval\": {\"mode\": \"Automatic\"}, \"parallelism\": 100");
    atOnce(50, i -> counted(name, name + "-" + i, 200));
  }

  /// What an apply does changes what is read for the next one, every second.
  void unsteady(String name) {
    namespace.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: reader}
        rules: [{apiGroups: [keelson.dev], resources: [stacks], verbs: [get]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: reader}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
        subjects: [{kind: ServiceAccount, name: default}]
        """);
    stack(
        name,
        ", \"interval\": \"1s\", \"approval\": {\"mode\": \"Automatic\"}, \"maxRemovals\":"
            + " \"100%\"");
    create(
        "resources",
        "Resource",
        name + "-clock",
        """
        {"stack": "%1$s", "type": "kubernetes_object", "mode": "Data", "name": "clock",
         "config": {"apiVersion": "keelson.dev/v1alpha1", "kind": "Stack", "name": "%1$s"}}
        """
            .formatted(name));
    resource(
        name,
        name + "-trigger",
        """
        "config": {"triggers_replace": "${json.encode(data.kubernetes_object.clock.object)}"}
        """);
  }

  /// So many manifests of all kinds, most of them wrong in some way.
  void anything(int stacks, int manifests, Random random) {
    var any = new RandomManifests(random, stacks);
    for (int i = 0; i < stacks; i++) stack("any-" + i, any.stackFields());
    var all = java.util.stream.Stream.generate(any::next).limit(manifests).toList();
    atOnce(
        manifests,
        i ->
            create(
                all.get(i).plural(), all.get(i).kind(), "any-" + (stacks + i), all.get(i).spec()));
  }

  private static void atOnce(int times, java.util.function.IntConsumer task) {
    var permits = new Semaphore(AT_ONCE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < times; i++) {
        int number = i;
        permits.acquireUninterruptibly();
        threads.execute(() -> {
          try {
            task.accept(number);
          } finally {
            permits.release();
          }
        });
      }
    }
  }

  private void create(String plural, String kind, String name, String spec) {
    var path = "/apis/keelson.dev/v1alpha1/namespaces/%s/%s".formatted(namespace.name(), plural);
    var object =
        "{\"apiVersion\": \"keelson.dev/v1alpha1\", \"kind\": \"%s\", \"metadata\": {\"name\": \"%s\"}, \"spec\": %s}"
            .formatted(kind, name, spec);
    try {
      namespace.client().raw(path, "POST", object);
      made.incrementAndGet();
    } catch (KubernetesClientException e) {
      // Also that is an answer to what is declared; anything else is no refusal of this object.
      if (e.getCode() != 400 && e.getCode() != 422 && e.getCode() != 413) throw e;
    }
  }
}
