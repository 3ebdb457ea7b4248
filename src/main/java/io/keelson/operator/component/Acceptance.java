package io.keelson.operator.component;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.contract.Contract;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.load.DefinitionCheck;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentRevisionSpec;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import io.keelson.operator.status.ConditionReason;
import io.keelson.version.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Decides whether a definition is published as it is written now.
///
/// @rule R-CMP-50
/// @rule R-CMP-51
final class Acceptance {
  /// How long a definition may be as text.
  private static final long MOST_BYTES = 256 << 10;

  /// How many components may be inside of each other.
  private static final int DEEPEST = 8;

  private final Publications publications;
  private final ExpressionCompiler expressions;
  private final DefinitionTypes types;

  Acceptance(Publications publications, ExpressionCompiler expressions, DefinitionTypes types) {
    this.publications = publications;
    this.expressions = expressions;
    this.types = types;
  }

  /// What is decided about a definition.
  sealed interface Verdict {
    /// @param name of the revision, whether it exists by now or not
    /// @param warnings about it
    /// @param unchecked the prefixes of the types whose schema no provider tells
    record Accepted(
        String name,
        String digest,
        ObjectNode body,
        SortedMap<String, String> locked,
        List<Diagnostic> warnings,
        SortedSet<String> unchecked)
        implements Verdict {
      /// The ComponentRevision to create, with no metadata but name and namespace.
      ComponentRevision revision(ComponentDefinition definition) {
        var revision = new ComponentRevision();
        revision.setMetadata(
            new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(definition.getMetadata().getNamespace())
                .build());
        var spec = new ComponentRevisionSpec();
        spec.definition = definition.getMetadata().getName();
        spec.version = definition.getSpec().version;
        spec.digest = digest;
        spec.body = body;
        spec.locked = locked.isEmpty() ? null : locked;
        spec.allowedNamespaces = definition.getSpec().allowedNamespaces;
        revision.setSpec(spec);
        return revision;
      }
    }

    /// @param why sentences that say what to do
    record Refused(ConditionReason reason, String why, List<Diagnostic> problems)
        implements Verdict {
      public Refused {
        problems = Collections.unmodifiableList(new ArrayList<>(problems));
      }
    }

    /// A definition or a provider that it uses is not there yet.
    record Waits(ConditionReason reason, String why) implements Verdict {}
  }

  Verdict of(ComponentDefinition definition) {
    var key = DefinitionKey.of(definition);
    var spec = definition.getSpec();
    var crowd = publications.crowd(key);
    if (crowd.isPresent()) return refused(ConditionReason.LimitExceeded, crowd.get());
    var version = Version.read(spec.version);
    if (version.isEmpty())
      return refused(
          ConditionReason.InvalidConfiguration,
          "spec.version is '%s', which is no semantic version. Write one such as 1.4.0."
              .formatted(spec.version));
    var body = RevisionBody.of(spec);
    if (RevisionBody.size(body) > MOST_BYTES)
      return refused(
          ConditionReason.LimitExceeded,
          "The definition has more than %d KiB as text. Split it: what belongs together can be a component of its own."
              .formatted(MOST_BYTES >> 10));
    var circle = new DefinitionCircle(publications).from(key);
    if (circle.isPresent())
      return refused(
          ConditionReason.ComponentCycle,
          "Definitions contain each other: %s. Take one of these uses out (spec.components)."
              .formatted(circle.get()));
    return nested(key, spec, version.get(), body);
  }

  private Verdict nested(
      DefinitionKey key, ComponentDefinitionSpec spec, Version version, ObjectNode body) {
    var locked = new TreeMap<String, String>();
    var declared = new TreeMap<String, ComponentDeclaration>();
    if (spec.components != null)
      for (var each : spec.components)
        switch (publications.resolve(key.namespace(), each.definition)) {
          case Resolution.Found found -> {
            locked.put(each.name, found.revision());
            declared.put(each.name, found.declaration());
          }
          case Resolution.NotFound(var why) -> {
            return new Verdict.Waits(
                ConditionReason.DefinitionNotFound, "component." + each.name + ": " + why);
          }
          case Resolution.NoSuchVersion(var why) -> {
            return refused(ConditionReason.NoSuchVersion, "component." + each.name + ": " + why);
          }
        }
    var depths = new IdentityHashMap<ComponentDeclaration, Integer>();
    for (var each : declared.entrySet())
      if (depth(each.getValue(), depths) >= DEEPEST)
        return refused(
            ConditionReason.ComponentDepth,
            "component.%s: with this one more than %d components would be inside of each other. Use what is inside of it directly."
                .formatted(each.getKey(), DEEPEST));
    return checked(key, spec, version, body, locked, declared);
  }

  /// The depth of a definition; each definition inside is looked at once, however often it is used.
  private static int depth(
      ComponentDeclaration declared, IdentityHashMap<ComponentDeclaration, Integer> known) {
    var found = known.get(declared);
    if (found != null) return found;
    int deepest = 0;
    for (var each : declared.components())
      deepest = Math.max(deepest, depth(each.definition(), known));
    known.put(declared, deepest + 1);
    return deepest + 1;
  }

  private Verdict checked(
      DefinitionKey key,
      ComponentDefinitionSpec spec,
      Version version,
      ObjectNode body,
      SortedMap<String, String> locked,
      SortedMap<String, ComponentDeclaration> declared) {
    var read = DefinitionDeclarations.read(spec, declared);
    var problems = new ArrayList<>(read.problems());
    try (var known = types.of(read.declaration())) {
      if (known.coming().isPresent())
        return new Verdict.Waits(ConditionReason.Installing, installing(known.coming().get()));
      problems.addAll(DefinitionCheck.problems(expressions, known.types(), read.declaration()));
      problems.sort(Diagnostic.ORDER);
      var error = problems.stream().filter(Diagnostic::isError).findFirst();
      if (error.isPresent())
        return new Verdict.Refused(reason(error.get().code()), error.get().toString(), problems);
      var digest = RevisionBody.digest(body, locked);
      return reused(key, version, body, digest)
          .or(() -> broken(key, version, digest, read.declaration(), known.types(), problems))
          .orElseGet(() ->
              new Verdict.Accepted(
                  name(key, version, digest), digest, body, locked, problems, known.unknown()));
    }
  }

  private static String installing(String type) {
    return "The Provider whose types begin with '%s_' is being installed; the definition is looked at when it is known what they look like."
        .formatted(type);
  }

  /// The condition reason of an error. Only the definition was checked, so the error is in it.
  private static ConditionReason reason(Code code) {
    return code == Code.LIMIT
        ? ConditionReason.LimitExceeded
        : ConditionReason.InvalidConfiguration;
  }

  private static String name(DefinitionKey key, Version version, String digest) {
    var text = version.toString().toLowerCase(Locale.ROOT).replace('+', '-');
    return key.name() + "-" + text + "-" + digest.substring(0, 8);
  }

  /// Refuses another content under a published version. Only the revisions of components inside may
  /// be newer.
  private Optional<Verdict> reused(
      DefinitionKey key, Version version, ObjectNode body, String digest) {
    for (Published each : publications.revisions(key))
      if (each.version().equals(version) && !RevisionBody.of(each.body()).equals(body))
        return Optional.of(
            refused(
                ConditionReason.VersionReused,
                "Version %s is published already, as ComponentRevision '%s', with another content. Those who use it keep that. Raise spec.version."
                    .formatted(version, each.name())));
    boolean known =
        publications.revisions(key).stream().anyMatch(each -> each.digest().equals(digest));
    return known
        ? Optional.empty()
        : publications
            .objection(key, RevisionBody.size(body))
            .map(why -> refused(ConditionReason.LimitExceeded, why));
  }

  /// Refuses a version that counts as a compatible update but breaks what users of a former one
  /// rely on.
  ///
  /// @param warnings gets a warning for each part that vanished without a statement about its
  ///   objects
  /// @rule R-CMP-53
  private Optional<Verdict> broken(
      DefinitionKey key,
      Version version,
      String digest,
      ComponentDeclaration declared,
      DefinitionCheck.ProviderTypes known,
      List<Diagnostic> warnings) {
    var before =
        publications.revisions(key).stream()
            .filter(each -> version.isCompatibleUpdateOf(each.version()))
            .filter(each -> !each.digest().equals(digest))
            .max(Published.ORDER)
            .flatMap(publications::declaration);
    if (before.isEmpty()) return Optional.empty();
    warnings.addAll(Contract.warnings(before.get(), declared));
    var broken =
        contract(before.get(), known)
            .brokenBy(contract(declared, known), version.nextIncompatible().toString());
    return broken.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Verdict.Refused(
                ConditionReason.BreakingChange, broken.getFirst().toString(), broken));
  }

  private Contract contract(ComponentDeclaration declared, DefinitionCheck.ProviderTypes known) {
    return Contract.of(declared, DefinitionCheck.body(expressions, known, declared), expressions);
  }

  private static Verdict refused(ConditionReason reason, String why) {
    return new Verdict.Refused(reason, why, List.of());
  }
}
