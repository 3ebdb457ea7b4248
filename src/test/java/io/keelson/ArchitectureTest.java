package io.keelson;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Tags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;

/// Holds the arrows between packages that `docs/architecture.md` draws.
///
/// ```
/// Main -> cli, operator -> provider, expression, json -> engine    (provider and operator meet only in Main)
/// engine:  apply, planning -> reading -> object, snapshot -> plan -> evaluation, provider -> state -> config
///          config -> schema, function -> value -> address, diagnostic
///          apply, planning, evaluation, config -> graph
/// ```
final class ArchitectureTest {
  /// Wherever the build puts them: the profile `quick` has a folder of its own, which ArchUnit's
  /// own options do not know.
  private static final ImportOption OF_TESTS = location -> location.contains("/test-classes/");

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(location -> !OF_TESTS.includes(location))
          // Generated from src/main/proto.
          .withImportOption(location -> !location.contains("/provider/plugin/proto/"))
          .importPackages("io.keelson");

  private static final JavaClasses TESTS =
      new ClassFileImporter().withImportOption(OF_TESTS).importPackages("io.keelson");

  /// What a package of ours may use of ours, beside itself and its own subpackages.
  record Arrows(String from, List<String> to) {
    @Override
    public String toString() {
      return from + " -> " + String.join(", ", to);
    }
  }

  static Stream<Arrows> arrows() {
    return Stream.of(
        new Arrows("engine", List.of()),
        new Arrows("json", List.of("engine")),
        new Arrows("expression", List.of("json", "engine")),
        new Arrows("provider", List.of("json", "engine")),
        new Arrows("operator", List.of("expression", "json", "engine")),
        new Arrows("cli", List.of("operator", "provider", "expression", "json", "engine")));
  }

  static Stream<Arrows> arrowsInsideTheEngine() {
    var names = List.of("address", "diagnostic");
    var schema = append(names, "value", "schema", "function");
    var state = append(schema, "config", "state");
    var plan = append(state, "graph", "provider", "evaluation");
    var reading = append(plan, "plan", "object", "snapshot");
    return Stream.of(
        new Arrows("address", List.of()),
        new Arrows("graph", List.of()),
        new Arrows("diagnostic", List.of("address")),
        new Arrows("value", names),
        new Arrows("schema", append(names, "value")),
        new Arrows("function", append(names, "value")),
        new Arrows("config", append(schema, "graph")),
        new Arrows("state", append(schema, "config")),
        new Arrows("provider", state),
        new Arrows("evaluation", append(state, "graph")),
        new Arrows("plan", plan),
        new Arrows("object", append(plan, "plan")),
        new Arrows("snapshot", append(plan, "plan")),
        new Arrows("reading", reading),
        new Arrows("planning", append(reading, "reading")),
        new Arrows("apply", append(reading, "reading")));
  }

  static Stream<Arrows> arrowsInsideTheLanguage() {
    return Stream.of(
        new Arrows("value", List.of()),
        new Arrows("evaluation", List.of("value")),
        new Arrows("function", List.of("evaluation", "value")),
        new Arrows("cel", List.of("function", "evaluation", "value")));
  }

  static Stream<Arrows> arrowsInsideTheOperator() {
    var words = List.of("api", "status", "turn", "lease", "retry");
    var context = append(words, "state", "stack.context");
    var declared = append(context, "stack.declaration", "stack.plan");
    var stored = append(declared, "stack.store");
    return Stream.of(
        new Arrows("api", List.of()),
        new Arrows("turn", List.of()),
        new Arrows("status", List.of("api")),
        new Arrows("lease", List.of("api")),
        new Arrows("retry", List.of("api", "status")),
        new Arrows("state", words),
        new Arrows("stack.context", append(words, "state")),
        new Arrows("provider", context),
        new Arrows("stack.declaration", context),
        new Arrows("stack.plan", context),
        new Arrows("stack.approval", declared),
        new Arrows("stack.drift", declared),
        new Arrows("stack.store", declared),
        new Arrows("stack.run", stored),
        new Arrows("stack.output", stored),
        new Arrows("stack.report", append(stored, "stack.drift", "stack.run")),
        new Arrows("stack.execution", append(stored, "stack.drift", "stack.run", "stack.approval")),
        new Arrows("stack.offline", append(stored, "stack.run", "stack.execution")));
  }

  /// A package, and those inside it that are public for each other only.
  static Stream<Arrows> innerPackages() {
    return Stream.of(
        new Arrows("engine.planning", List.of("order")),
        new Arrows("expression", List.of("value", "evaluation", "function", "cel")),
        new Arrows(
            "operator.stack",
            List.of("plan", "approval", "store", "drift", "run", "report", "execution")));
  }

  @ParameterizedTest
  @MethodSource("innerPackages")
  void innerPackage_isUsedByNobodyOutside(Arrows inner) {
    var outer = "io.keelson." + inner.from() + ".";
    noClasses()
        .that()
        .resideOutsideOfPackage(outer + ".")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            inner.to().stream().map(name -> outer + name + "..").toArray(String[]::new))
        .check(PRODUCT);
  }

  @ParameterizedTest
  @MethodSource("arrows")
  void package_usesOnlyWhatItsArrowsAllow(Arrows arrows) {
    onlyAlong(arrows, "io.keelson.").check(PRODUCT);
  }

  @ParameterizedTest
  @MethodSource("arrowsInsideTheEngine")
  void enginePackage_usesOnlyWhatItsArrowsAllow(Arrows arrows) {
    onlyAlong(arrows, "io.keelson.engine.").check(PRODUCT);
  }

  @ParameterizedTest
  @MethodSource("arrowsInsideTheLanguage")
  void languagePackage_usesOnlyWhatItsArrowsAllow(Arrows arrows) {
    onlyAlong(arrows, "io.keelson.expression.").check(PRODUCT);
  }

  @ParameterizedTest
  @MethodSource("arrowsInsideTheOperator")
  void operatorPackage_usesOnlyWhatItsArrowsAllow(Arrows arrows) {
    onlyAlong(arrows, "io.keelson.operator.").check(PRODUCT);
  }

  @Test
  void engine_usesTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage("io.keelson.engine..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "javax.crypto..")
                .or(resideInAPackage("org.jspecify.."))
                .or(resideInAPackage("io.keelson.engine..")))
        .allowEmptyShould(true)
        .check(PRODUCT);
  }

  @Test
  void engine_readsNoClockAndNoRandomnessItWasNotGiven() {
    noClasses()
        .that()
        .resideInAPackage("io.keelson.engine..")
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Random.class)
        .allowEmptyShould(true)
        .check(PRODUCT);
  }

  @Test
  void packages_haveNoCycles() {
    slices()
        .matching("io.keelson.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(PRODUCT);
  }

  /// A status written by JOSDK swallows an edit of the spec that arrives at the same time.
  @Test
  void status_isNeverWrittenThroughUpdateControl() {
    noClasses()
        .should()
        .callMethodWhere(
            target(owner(type(UpdateControl.class)))
                .and(target(nameMatching("patchStatus|patchResourceAndStatus"))))
        .check(PRODUCT);
  }

  @Test
  void staticFields_areFinal() {
    fields().that().areStatic().should().beFinal().allowEmptyShould(true).check(PRODUCT);
  }

  @Test
  void classNames_sayWhatTheClassIs() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .orShould()
        .haveSimpleNameStartingWith("Abstract")
        .orShould()
        .haveSimpleNameStartingWith("Default")
        .check(PRODUCT);
  }

  /// Who calls a command from a program of their own, such as a test, reads all that it says.
  @Test
  void commands_writeToTheOutputTheyAreGiven() {
    noClasses()
        .that()
        .resideInAPackage("io.keelson.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(PRODUCT);
  }

  @Test
  void tests_waitForConditionsAndNeverSleep() {
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(TESTS);
  }

  /// The build finds classes with tests by their names, and leaves out all others without a word.
  @Test
  void tests_areInClassesThatTheBuildFinds() {
    methods()
        .that()
        .areMetaAnnotatedWith(Testable.class)
        .should()
        .beDeclaredInClassesThat()
        .haveNameMatching(".*(Test|IT)(\\$.*)?")
        .check(TESTS);
  }

  /// jqwik leaves out what has a tag of JUnit without a word.
  @Test
  void properties_haveTagsOfTheirOwn() {
    methods()
        .that()
        .areAnnotatedWith(Property.class)
        .should()
        .notBeAnnotatedWith(Tag.class)
        .andShould()
        .notBeAnnotatedWith(Tags.class)
        .check(TESTS);
  }

  private static ArchRule onlyAlong(Arrows arrows, String root) {
    var allowed =
        Stream.concat(Stream.of(arrows.from()), arrows.to().stream())
            .map(name -> root + name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(root + arrows.from() + "..")
        .should()
        .onlyDependOnClassesThat(resideOutsideOfPackage(root + ".").or(resideInAnyPackage(allowed)))
        .allowEmptyShould(true)
        .as(root + arrows);
  }

  private static List<String> append(List<String> names, String... more) {
    return Stream.concat(names.stream(), Stream.of(more)).toList();
  }
}
