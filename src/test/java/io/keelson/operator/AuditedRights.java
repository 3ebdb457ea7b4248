package io.keelson.operator;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleRef;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.keelson.testing.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The rights that a service account had when this was made, compared with what it has asked an
/// audited API server for since then.
final class AuditedRights {
  private static final String FORBIDDEN = "forbid";
  private static final String FINALIZERS = "cannot set blockOwnerDeletion";

  private final ControlPlane controlPlane;
  private final String namespace;
  private final String account;
  private final Set<Right> granted;
  private final long begin;

  AuditedRights(ControlPlane controlPlane, String namespace, String account) {
    this.controlPlane = controlPlane;
    this.namespace = namespace;
    this.account = account;
    // Roles may end with their namespace.
    this.granted = read();
    this.begin = text().length;
  }

  /// What it may do and did not, in the words of [Right].
  Set<String> unused() {
    var uses = events().stream().flatMap(AuditedUse::of).collect(toSet());
    var unused = new TreeSet<String>();
    for (Right right : granted)
      if (uses.stream().noneMatch(right::covers)) unused.add(right.toString());
    return unused;
  }

  /// What it asked for with its own rights and was refused for want of them. What it had a right to
  /// is none of that: a Role ends with its namespace.
  Set<String> missing() {
    var missing = new TreeSet<String>();
    for (JsonNode event : events()) {
      if (!event.at("/impersonatedUser").isMissingNode() || !isRefused(event)) continue;
      if (isGranted(event)) continue;
      missing.add(
          event.path("verb").asText()
              + " "
              + event.path("requestURI").asText()
              + ": "
              + event.at("/responseStatus/message").asText());
    }
    return missing;
  }

  private boolean isGranted(JsonNode event) {
    var uses = AuditedUse.of(event).toList();
    return !uses.isEmpty()
        && uses.stream().allMatch(use -> granted.stream().anyMatch(right -> right.covers(use)));
  }

  // The API server refuses an impersonation with no word on its decision; admission refuses what
  // the asker has a right to.
  private static boolean isRefused(JsonNode event) {
    var status = event.path("responseStatus");
    if (status.path("code").asInt() != 403) return false;
    var decision = event.at("/annotations/authorization.k8s.io~1decision").asText(FORBIDDEN);
    return decision.equals(FORBIDDEN) || status.path("message").asText().contains(FINALIZERS);
  }

  /// How many there are.
  int size() {
    return granted.size();
  }

  /// A role that is the same in several namespaces gives each of its rights once.
  private Set<Right> read() {
    var client = controlPlane.client();
    var places = new LinkedHashMap<Role, Set<String>>();
    for (var each : client.rbac().clusterRoleBindings().list().getItems())
      if (isOurs(each.getSubjects())) add(places, each.getRoleRef(), "");
    for (var each : client.rbac().roleBindings().inAnyNamespace().list().getItems())
      if (isOurs(each.getSubjects()))
        add(places, each.getRoleRef(), each.getMetadata().getNamespace());
    var rights = new LinkedHashSet<Right>();
    places.forEach((role, where) -> rights.addAll(rights(role, where)));
    return rights;
  }

  private record Role(String name, List<PolicyRule> rules) {}

  private boolean isOurs(List<Subject> subjects) {
    return subjects.stream()
        .anyMatch(each -> account.equals(each.getName()) && namespace.equals(each.getNamespace()));
  }

  private void add(Map<Role, Set<String>> places, RoleRef ref, String place) {
    var rbac = controlPlane.client().rbac();
    var rules =
        ref.getKind().equals("ClusterRole")
            ? rbac.clusterRoles().withName(ref.getName()).get().getRules()
            : rbac.roles().inNamespace(place).withName(ref.getName()).get().getRules();
    places.computeIfAbsent(new Role(ref.getName(), rules), _ -> new TreeSet<>()).add(place);
  }

  private static List<Right> rights(Role role, Set<String> places) {
    var rights = new ArrayList<Right>();
    for (PolicyRule rule : role.rules())
      for (String group : rule.getApiGroups())
        for (String resource : rule.getResources())
          for (String verb : rule.getVerbs())
            for (String name : names(rule))
              rights.add(new Right(role.name(), places, verb, group, resource, name));
    return rights;
  }

  private static List<String> names(PolicyRule rule) {
    return rule.getResourceNames().isEmpty() ? List.of("") : rule.getResourceNames();
  }

  private List<JsonNode> events() {
    var user = "system:serviceaccount:" + namespace + ":" + account;
    var all = text();
    var since = new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8);
    return since
        .lines()
        .filter(line -> line.contains(user))
        .flatMap(AuditedRights::event)
        .filter(event -> event.at("/user/username").asText().equals(user))
        .toList();
  }

  // The last line may still be written.
  private static Stream<JsonNode> event(String line) {
    if (!line.endsWith("}")) return Stream.empty();
    try {
      return Stream.of(new ObjectMapper().readTree(line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] text() {
    try {
      var log = controlPlane.auditLog();
      return Files.exists(log) ? Files.readAllBytes(log) : new byte[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
