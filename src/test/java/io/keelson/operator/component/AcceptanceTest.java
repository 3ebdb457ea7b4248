package io.keelson.operator.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Types;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentRevision;
import io.keelson.operator.api.component.ComponentRevisionSpec;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.component.Acceptance.Verdict;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.status.ConditionReason;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcceptanceTest {
  private final Publications publications = new Publications();
  private final Acceptance acceptance =
      new Acceptance(
          publications,
          new CelExpressions(),
          new DefinitionTypes(
              new Providers(List.of(new BuiltinProvider(() -> "id", new JsonStateCodec()))),
              new Programs()));
  private Optional<ProviderPrograms.Program> aws = Optional.empty();
  private int generation;

  /// The cluster has a Provider of `aws`, or none.
  private final class Programs implements ProviderPrograms {
    @Override
    public Program ofType(String type) {
      return type.equals("aws") && aws.isPresent() ? aws.get() : ProviderPrograms.none(type);
    }

    @Override
    public Program named(String provider) {
      throw new AssertionError("nobody asks for a name");
    }

    @Override
    public Program from(String source) {
      throw new AssertionError("nobody asks for a source");
    }

    @Override
    public List<Implicit> implicit() {
      return List.of();
    }

    @Override
    public boolean knowsAll() {
      return true;
    }
  }

  /// It has buckets with a size.
  private static ProviderPrograms.Program buckets() {
    var bucket =
        new FakeType(
            "aws_bucket",
            Schema.of(
                0,
                new TreeMap<>(
                    Map.of(
                        "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                        "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL)))),
            new TreeSet<>(),
            new TreeSet<>(),
            CreateRecovery.FINDABLE);
    return new ProviderPrograms.Program.Usable(
        "hashicorp/aws",
        "aws",
        _ -> new FakeSystems(new TreeMap<>(Map.of("aws_bucket", bucket)), new JsonStateCodec()));
  }

  /// @param more fields of the spec, as one line of YAML
  private ComponentDefinition definition(String name, String version, String more) {
    var definition =
        Serialization.unmarshal(
            """
            metadata: {name: %s, namespace: platform, uid: %1$s, generation: %d}
            spec: {version: "%s"%s}
            """
                .formatted(name, ++generation, version, more.isEmpty() ? "" : ", " + more),
            ComponentDefinition.class);
    // The API server does that.
    if (definition.getSpec().resources != null)
      definition.getSpec().resources.forEach(each -> each.mode = ResourceSpec.Mode.Managed);
    publications.observe(definition);
    return definition;
  }

  private Verdict verdict(String name, String version, String more) {
    return acceptance.of(definition(name, version, more));
  }

  private Verdict.Refused refused(String name, String version, String more) {
    return (Verdict.Refused) verdict(name, version, more);
  }

  /// As if it were written and observed.
  private ComponentRevision publish(String name, String version, String more) {
    var definition = definition(name, version, more);
    var accepted = (Verdict.Accepted) acceptance.of(definition);
    var revision = new ComponentRevision();
    revision.setMetadata(
        new ObjectMetaBuilder()
            .withName(accepted.name())
            .withNamespace("platform")
            .withUid(accepted.name())
            .withCreationTimestamp("2026-01-01T00:00:%02dZ".formatted(generation % 60))
            .build());
    var spec = new ComponentRevisionSpec();
    spec.definition = name;
    spec.version = version;
    spec.digest = accepted.digest();
    spec.body = accepted.body();
    spec.locked = accepted.locked();
    spec.allowedNamespaces = definition.getSpec().allowedNamespaces;
    revision.setSpec(spec);
    publications.observe(revision);
    return revision;
  }

  private Resolution resolve(String namespace, String version) {
    var wanted = new ComponentUse.DefinitionRef();
    wanted.name = "web";
    wanted.namespace = "platform";
    wanted.version = version.isEmpty() ? null : version;
    return publications.resolve(namespace, wanted);
  }

  private static ComponentDeclaration declaration(Resolution resolution) {
    return ((Resolution.Found) resolution).declaration();
  }

  private static final String RESOURCE =
      "resources: [{name: a, type: terraform_data, config: {input: \"%s\"}}]";

  @Test
  @Tag("R-CMP-50")
  void definitionWithoutErrors_isAccepted_underANameThatHoldsItsContent() {
    var one = (Verdict.Accepted) verdict("web", "1.0.0-RC.1", RESOURCE.formatted("x"));
    var again = (Verdict.Accepted) verdict("web", "1.0.0-RC.1", RESOURCE.formatted("x"));
    var other = (Verdict.Accepted) verdict("web", "1.0.0-RC.1", RESOURCE.formatted("y"));

    assertThat(one.name()).startsWith("web-1.0.0-rc.1-").isEqualTo(again.name());
    assertThat(other.name()).isNotEqualTo(one.name());
  }

  @ParameterizedTest
  @Tag("R-CMP-50")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          one   | description: d | InvalidConfiguration | no semantic version
          1.0   | description: d | InvalidConfiguration | no semantic version
          1.0.0 | locals: {a: "${variable.nothing}"} | InvalidConfiguration | nothing
          1.0.0 | variables: [{name: a, type: lots}] | InvalidConfiguration | lots
          1.0.0 | outputs: [{name: a, value: "${component.b.c}"}] | InvalidConfiguration | component.b
          1.0.0 | resources: [{name: a, type: nobody_has}] | InvalidConfiguration | nobody_has
          1.0.0 | resources: [{name: a, type: terraform_data, config: {inptu: 1}}] | InvalidConfiguration | input
          """)
  void definitionWithAnError_isRefused(
      String version, String spec, ConditionReason reason, String told) {
    var refused = refused("web", version, spec);

    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.why()).contains(told);
  }

  private static final String BUCKET =
      "providers: [{name: aws, provider: aws}], resources: [{name: a, type: aws_bucket, config:"
          + " {%s: 1}}], outputs: [{name: o, value: \"${aws_bucket.a.%s}\"}]";

  @Test
  @Tag("R-CMP-50")
  void typesOfAProviderThatIsNotThere_areLeftUnchecked_andThatIsTold() {
    var accepted = (Verdict.Accepted) verdict("web", "1.0.0", BUCKET.formatted("whatever", "arn"));

    assertThat(accepted.unchecked()).containsExactly("aws");
  }

  @Test
  @Tag("R-CMP-50")
  void typesOfAProviderThatIsThere_areHeldToWhatItSays() {
    aws = Optional.of(buckets());

    var accepted = (Verdict.Accepted) verdict("web", "1.0.0", BUCKET.formatted("size", "id"));
    var argument = refused("web", "1.1.0", BUCKET.formatted("sise", "id"));
    var attribute = refused("web", "1.1.0", BUCKET.formatted("size", "arn"));
    var type = refused("web", "1.1.0", BUCKET.formatted("size", "id").replace("bucket", "bukket"));

    assertThat(accepted.unchecked()).isEmpty();
    assertThat(argument.why()).contains("sise").contains("size");
    assertThat(attribute.why()).contains("arn");
    assertThat(type.why()).contains("aws_bukket");
  }

  @Test
  @Tag("R-CMP-50")
  void typesOfWhatIsInside_areKnownToo() {
    aws = Optional.of(buckets());
    publish("database", "1.0.0", BUCKET.formatted("size", "id"));

    var refused =
        refused(
            "web",
            "1.0.0",
            "providers: [{name: aws, provider: aws}], components: [{name: db, definition: {name:"
                + " database}}], outputs: [{name: o, value: \"${component.db.o + 1}\"}]");

    assertThat(refused.why()).contains("output.o");
  }

  @Test
  @Tag("R-CMP-50")
  void providerThatIsBeingInstalled_isWaitedFor() {
    aws = Optional.of(new ProviderPrograms.Program.Coming());

    var waits = (Verdict.Waits) verdict("web", "1.0.0", BUCKET.formatted("size", "id"));

    assertThat(waits.reason()).isEqualTo(ConditionReason.Installing);
    assertThat(waits.why()).contains("aws_");
  }

  @Test
  @Tag("R-CMP-50")
  void resourcesThatNeedEachOther_areRefused() {
    var refused =
        refused(
            "web",
            "1.0.0",
            "resources: [{name: a, type: terraform_data, config: {input:"
                + " \"${terraform_data.b.id}\"}}, {name: b, type: terraform_data, config: {input:"
                + " \"${terraform_data.a.id}\"}}]");

    assertThat(refused.why()).contains("terraform_data.a").contains("terraform_data.b");
  }

  @Test
  @Tag("R-CMP-50")
  void definitionThatIsTooLong_isRefused() {
    var refused = refused("web", "1.0.0", "locals: {a: \"" + "x".repeat(257 << 10) + "\"}");

    assertThat(refused.reason()).isEqualTo(ConditionReason.LimitExceeded);
  }

  @Test
  @Tag("R-CMP-50")
  void whatUsesADefinitionThatIsNotThere_waits() {
    assertThat(verdict("web", "1.0.0", "components: [{name: db, definition: {name: database}}]"))
        .isInstanceOfSatisfying(
            Verdict.Waits.class, waits -> assertThat(waits.why()).contains("'database'"));
  }

  @Test
  @Tag("R-CMP-50")
  void definitionsThatContainEachOther_areToldTheirWay() {
    definition("a", "1.0.0", "components: [{name: x, definition: {name: b}}]");
    var refused = refused("b", "1.0.0", "components: [{name: x, definition: {name: a}}]");

    assertThat(refused.reason()).isEqualTo(ConditionReason.ComponentCycle);
    assertThat(refused.why()).contains("platform/b → platform/a → platform/b");
  }

  @Test
  @Tag("R-CMP-50")
  void nineComponentsInsideOfEachOther_areTooDeep() {
    publish("d0", "1.0.0", RESOURCE.formatted("x"));
    for (int i = 1; i < 8; i++)
      publish("d" + i, "1.0.0", "components: [{name: x, definition: {name: d" + (i - 1) + "}}]");

    var refused = refused("d8", "1.0.0", "components: [{name: x, definition: {name: d7}}]");

    assertThat(refused.reason()).isEqualTo(ConditionReason.ComponentDepth);
  }

  @Test
  @Tag("R-CMP-51")
  void otherContentUnderAPublishedVersion_isRefused() {
    var published = publish("web", "1.0.0", RESOURCE.formatted("x"));

    var refused = refused("web", "1.0.0", RESOURCE.formatted("y"));

    assertThat(refused.reason()).isEqualTo(ConditionReason.VersionReused);
    assertThat(refused.why()).contains(published.getMetadata().getName());
  }

  @Test
  @Tag("R-CMP-51")
  void whomItAllows_mayChangeUnderOneVersion() {
    publish("web", "1.0.0", RESOURCE.formatted("x"));

    assertThat(
            verdict(
                "web", "1.0.0", RESOURCE.formatted("x") + ", allowedNamespaces: [a], paused: true"))
        .isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  @Tag("R-CMP-51")
  void newerRevisionOfWhatIsInside_makesAnotherBuildOfTheSameVersion() {
    publish("database", "1.0.0", RESOURCE.formatted("x"));
    var inside = "components: [{name: db, definition: {name: database}}]";
    var first = publish("web", "1.0.0", inside);
    publish("database", "1.1.0", RESOURCE.formatted("y"));

    var next = (Verdict.Accepted) verdict("web", "1.0.0", inside);

    assertThat(next.name()).startsWith("web-1.0.0-").isNotEqualTo(first.getMetadata().getName());
    assertThat(next.locked().get("db")).startsWith("platform/database-1.1.0-");
  }

  @ParameterizedTest
  @Tag("R-CMP-52")
  @CsvSource({
    "'', 2.0.0",
    "~> 1.0, 1.2.0",
    "1.1.0, 1.1.0",
    "'< 1.2, >= 1.0', 1.1.0",
    "3.0.0-rc.1, 3.0.0-rc.1"
  })
  void use_takesTheNewestThatItAllows(String wanted, String chosen) {
    for (String each : List.of("1.2.0", "1.1.0", "3.0.0-rc.1", "2.0.0"))
      publish("web", each, RESOURCE.formatted(each));

    assertThat(resolve("platform", wanted))
        .isInstanceOfSatisfying(
            Resolution.Found.class, found -> assertThat(found.version()).isEqualTo(chosen));
  }

  @Test
  @Tag("R-CMP-52")
  void newerVersionThatIsLeftOut_isTold() {
    publish("web", "1.1.0", RESOURCE.formatted("x"));
    publish("web", "2.0.0", RESOURCE.formatted("y"));

    assertThat(((Resolution.Found) resolve("platform", "~> 1.0")).available()).contains("2.0.0");
    assertThat(((Resolution.Found) resolve("platform", "")).available()).isEmpty();
  }

  @ParameterizedTest
  @Tag("R-CMP-52")
  @CsvSource({"~> 3.0, 2.0.0", "< 1.0, 1.1.0", "1.5.0, 1.1.0"})
  void constraintThatNothingFits_namesTheNearest(String wanted, String nearest) {
    publish("web", "1.1.0", RESOURCE.formatted("x"));
    publish("web", "2.0.0", RESOURCE.formatted("y"));

    assertThat(resolve("platform", wanted))
        .isInstanceOfSatisfying(
            Resolution.NoSuchVersion.class,
            none -> assertThat(none.why()).contains("nearest is " + nearest));
  }

  @Test
  @Tag("R-CMP-52")
  void revision_isReadOnceForAllUses() {
    publish("web", "1.1.0", RESOURCE.formatted("x"));

    assertThat(declaration(resolve("platform", "")))
        .isSameAs(declaration(resolve("platform", "~> 1.0")));
  }

  @Test
  @Tag("R-CMP-52")
  void definitionThatDoesNotAllowTheNamespace_isNotTold_fromOneThatIsNotThere() {
    var absent = resolve("team", "");
    publish("web", "1.1.0", RESOURCE.formatted("x"));

    assertThat(resolve("team", "")).isEqualTo(absent).isInstanceOf(Resolution.NotFound.class);
    publish("web", "1.2.0", RESOURCE.formatted("y") + ", allowedNamespaces: [team]");
    assertThat(resolve("team", "")).isInstanceOf(Resolution.Found.class);
  }

  @Test
  @Tag("R-CMP-52")
  void deletedDefinition_allowsWhatItAllowedLast() {
    publish("web", "1.1.0", RESOURCE.formatted("x") + ", allowedNamespaces: [team]");
    publications.vanished(
        publications.definition(new DefinitionKey("platform", "web")).orElseThrow());

    assertThat(resolve("team", "")).isInstanceOf(Resolution.Found.class);
    assertThat(resolve("others", "")).isInstanceOf(Resolution.NotFound.class);
  }

  @Test
  @Tag("R-CMP-50")
  void revisionThatSomebodyChanged_isNotUsed() {
    var forged = publish("web", "1.1.0", RESOURCE.formatted("x"));
    forged.getSpec().body.put("description", "other");
    publications.observe(forged);

    assertThat(resolve("platform", "")).isInstanceOf(Resolution.NotFound.class);
  }

  @Test
  @Tag("R-CMP-53")
  void versionThatAsksForMore_isRefused_untilTheNextMajorOne() {
    publish("web", "1.0.0", "variables: [{name: a, type: string}]");
    var more = "variables: [{name: a, type: string}, {name: b, type: string}]";

    var refused = refused("web", "1.1.0", more);

    assertThat(refused.reason()).isEqualTo(ConditionReason.BreakingChange);
    assertThat(refused.why()).contains("variable.b").contains("2.0.0");
    assertThat(verdict("web", "2.0.0", more)).isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  @Tag("R-CMP-53")
  void versionThatTakesMore_isAccepted() {
    publish("web", "1.0.0", "variables: [{name: a, type: number}]");

    assertThat(
            verdict(
                "web",
                "1.1.0",
                "variables: [{name: a, type: string}, {name: b, type: string, default: x}]"))
        .isInstanceOf(Verdict.Accepted.class);
  }

  @Test
  @Tag("R-CMP-53")
  void resourceThatVanishesWithoutAWord_isAWarning() {
    publish("web", "1.0.0", RESOURCE.formatted("x"));

    var accepted = (Verdict.Accepted) verdict("web", "1.1.0", "description: nothing in it");

    assertThat(accepted.warnings())
        .extracting(Object::toString)
        .anyMatch(each -> each.startsWith("terraform_data.a: No longer declared"));
  }

  @Test
  @Tag("R-CMP-53")
  void outputsThatReadAllOthersOfManyLevels_areEachLookedAtOnce() {
    publish("d0", "1.0.0", outputs("x"));
    for (int i = 1; i < 8; i++)
      publish(
          "d" + i,
          "1.0.0",
          "components: [{name: x, definition: {name: d%d}}], %s"
              .formatted(i - 1, outputs(readAll())));

    var top = "description: another, components: [{name: x, definition: {name: d6}}], ";

    assertThat(verdict("d7", "1.1.0", top + outputs(readAll())))
        .isInstanceOf(Verdict.Accepted.class);
  }

  /// Twenty outputs of the same value.
  private static String outputs(String value) {
    return IntStream.range(0, 20)
        .mapToObj(i -> "{name: o%d, value: \"%s\"}".formatted(i, value))
        .collect(Collectors.joining(", ", "outputs: [", "]"));
  }

  private static String readAll() {
    return IntStream.range(0, 20)
        .mapToObj(i -> "${component.x.o" + i + "}")
        .collect(Collectors.joining());
  }
}
