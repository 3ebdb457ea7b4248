package io.keelson.operator.component;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.component.Acceptance.Verdict;
import io.keelson.operator.requests.Pages;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ProviderPrograms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Definitions as they would be published if files were applied: those of the cluster, and those in
/// the files. Writes nothing anywhere.
public final class LocalDefinitions {
  private final Publications publications = new Publications();
  private final Acceptance acceptance;
  private int published;

  /// @param own the providers that need no configuration
  /// @param programs the programs of all other providers
  public LocalDefinitions(
      ExpressionCompiler expressions, Providers own, ProviderPrograms programs) {
    var types = new DefinitionTypes(own, programs);
    this.acceptance = new Acceptance(publications, expressions, types);
  }

  public ComponentSource source() {
    return publications;
  }

  /// Reads everything that is published.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if it may not be read
  public void readAll(KubernetesClient client) {
    Pages.forEach(
        client.resources(ComponentRevision.class).inAnyNamespace(), publications::observe);
    Pages.forEach(
        client.resources(ComponentDefinition.class).inAnyNamespace(), publications::observe);
  }

  /// Reads what is published in some namespaces, and in those whose definitions they use.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if it may not be read
  public void read(KubernetesClient client, Collection<String> namespaces) {
    var read = new HashSet<String>();
    var wanted = new ArrayDeque<>(namespaces);
    while (!wanted.isEmpty()) {
      var namespace = wanted.removeFirst();
      if (!read.add(namespace)) continue;
      Pages.forEach(
          client.resources(ComponentRevision.class).inNamespace(namespace), publications::observe);
      Pages.forEach(
          client.resources(ComponentDefinition.class).inNamespace(namespace),
          definition -> {
            publications.observe(definition);
            for (Published each : publications.revisions(DefinitionKey.of(definition)))
              each.locked()
                  .values()
                  .forEach(inner -> wanted.add(inner.substring(0, inner.indexOf('/'))));
          });
    }
  }

  /// The problems of one definition.
  ///
  /// @param problems at paths from its `spec`
  public record Problem(ComponentDefinition definition, List<Diagnostic> problems) {
    public Problem {
      problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }
  }

  /// Publishes definitions as the operator would: first those that others use, and then again the
  /// definitions that contain one of them.
  ///
  /// @return those that would not be published, and those about which there is a warning
  public List<Problem> publish(List<ComponentDefinition> definitions) {
    definitions.forEach(publications::observe);
    var left = new ArrayList<>(definitions);
    var problems = new ArrayList<Problem>();
    boolean progress = true;
    while (progress) {
      progress = false;
      for (ComponentDefinition each : List.copyOf(left)) {
        var verdict = acceptance.of(each);
        if (verdict instanceof Verdict.Waits) continue;
        left.remove(each);
        progress = true;
        note(each, verdict, problems);
      }
    }
    for (ComponentDefinition each : left)
      if (acceptance.of(each) instanceof Verdict.Waits(_, var why))
        problems.add(
            new Problem(each, List.of(problem(Code.NO_DEFINITION, "No such definition", why))));
    buildUsers(definitions, problems);
    return problems;
  }

  /// Publishes again the other definitions of the cluster that contain one of the given ones. If
  /// one of them cannot be built any more, its users keep the revision that they have.
  private void buildUsers(List<ComponentDefinition> given, List<Problem> problems) {
    var own = given.stream().map(DefinitionKey::of).collect(Collectors.toSet());
    var changed = new ArrayDeque<>(own);
    while (!changed.isEmpty())
      for (DefinitionKey user : publications.users(changed.removeFirst())) {
        var definition = publications.definition(user).filter(_ -> !own.contains(user));
        if (definition.isEmpty()) continue;
        switch (acceptance.of(definition.get())) {
          case Verdict.Accepted accepted -> {
            if (publish(definition.get(), accepted)) changed.addLast(user);
          }
          case Verdict.Refused refused ->
              problems.add(
                  new Problem(
                      definition.get(),
                      List.of(
                          Diagnostic.warning(
                              Code.INVALID_CONFIG,
                              Subject.stack(),
                              "The ComponentDefinition '%s' would not be built with it (%s)"
                                  .formatted(user, refused.reason()),
                              refused.why() + " Who uses it keeps what there is."))));
          case Verdict.Waits _ -> {}
        }
      }
  }

  /// @return whether the revision is new
  private boolean publish(ComponentDefinition definition, Verdict.Accepted accepted) {
    var revision = accepted.revision(definition);
    // A time after all others: the revision is younger than all that are published.
    revision.getMetadata().setCreationTimestamp("9999-%09d".formatted(++published));
    return publications.revisions(DefinitionKey.of(definition)).stream()
            .noneMatch(each -> each.digest().equals(accepted.digest()))
        && publications.observe(revision);
  }

  private void note(ComponentDefinition definition, Verdict verdict, List<Problem> problems) {
    switch (verdict) {
      case Verdict.Accepted accepted -> {
        publish(definition, accepted);
        if (!accepted.warnings().isEmpty()) problems.add(placed(definition, accepted.warnings()));
      }
      case Verdict.Refused refused ->
          problems.add(
              refused.problems().isEmpty()
                  ? new Problem(
                      definition,
                      List.of(
                          problem(
                              Code.INVALID_CONFIG,
                              "It would not be published (" + refused.reason() + ")",
                              refused.why())))
                  : placed(definition, refused.problems()));
      case Verdict.Waits _ -> {}
    }
  }

  private static Problem placed(ComponentDefinition definition, List<Diagnostic> problems) {
    var places = new DefinitionPlaces(definition.getSpec());
    return new Problem(
        definition,
        problems.stream()
            .map(each -> each.at(places.of(each.subject()).then(each.path())))
            .toList());
  }

  private static Diagnostic problem(Code code, String summary, String detail) {
    return Diagnostic.error(code, Subject.stack(), summary, detail);
  }

  /// The namespaces of some definitions, and of the definitions that they use.
  public static Set<String> namespaces(List<ComponentDefinition> definitions) {
    var namespaces = new HashSet<String>();
    for (ComponentDefinition each : definitions) {
      namespaces.add(each.getMetadata().getNamespace());
      Publications.uses(DefinitionKey.of(each), each)
          .forEach(used -> namespaces.add(used.namespace()));
    }
    return namespaces;
  }
}
