package io.keelson;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.keelson.testing.FaultyProxy;
import io.keelson.testing.SlowOperator;
import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.security.ProtectionDomain;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Tags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.annotation.Testable;

/// Holds the code to the table of packages in `docs/architecture.md`, and to what else is said
/// there.
// It takes long: the others find places beside it.
@Order(1)
final class ArchitectureTest {
  private static final String ROOT = "io.keelson.";
  private static final String ENGINE = "io.keelson.engine..";

  /// From src/main/proto.
  private static final String GENERATED = "io.keelson.provider.*.proto";

  /// Wherever the build puts them: the profile `quick` has a folder of its own, which ArchUnit's
  /// own options do not know.
  private static final ImportOption OF_TESTS = location -> location.contains("/test-classes/");

  /// They may pause: a provider that is slow on purpose, a proxy whose port another one has for a
  /// moment, and what proves the rule.
  private static final Class<?>[] SLOW = {
    SlowOperator.class, FaultyProxy.class, OutsideWorldTest.class
  };

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(location -> !OF_TESTS.includes(location))
          // Generated from src/main/proto.
          .withImportOption(location -> !location.contains("/proto/"))
          .importPackages("io.keelson");

  private static final JavaClasses TESTS =
      new ClassFileImporter().withImportOption(OF_TESTS).importPackages("io.keelson");

  private static final PackageMap MAP = PackageMap.read();
  private static final Pattern CLASS = Pattern.compile("`([a-z.]+\\.)?([A-Z]\\w+)(\\.[a-z]\\w*)?`");

  static Collection<PackageMap.Row> packages() {
    return MAP.rows();
  }

  static Stream<PackageMap.Row> closedPackages() {
    return MAP.rows().stream().filter(row -> !row.openTo().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("packages")
  void package_usesOnlyWhatItsRowAllows(PackageMap.Row row) {
    classes()
        .that()
        .resideInAPackage(ROOT + row.name())
        .should()
        .onlyDependOnClassesThat(
            resideOutsideOfPackage(ROOT + ".")
                .or(resideInAPackage(GENERATED))
                .or(resideInAnyPackage(MAP.allowed(row))))
        .check(PRODUCT);
  }

  @ParameterizedTest
  @MethodSource("closedPackages")
  void closedPackage_isUsedByNobodyOutside(PackageMap.Row row) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            row.openTo().stream().map(name -> ROOT + name + "..").toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + row.name())
        .check(PRODUCT);
  }

  @Test
  void everyPackage_hasItsRowAndItsContract() {
    var packages =
        PRODUCT.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(ROOT))
            .map(name -> name.substring(ROOT.length()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(MAP.names()).isEqualTo(packages);
    assertThat(MAP.rows())
        .allSatisfy(row ->
            assertThat(row.purpose())
                .as(row.name())
                .isEqualTo(PackageMap.contracts().get(row.name())));
  }

  /// More than that nobody keeps in mind.
  @Test
  void packages_haveAtMost30Classes() {
    assertThat(
            PRODUCT.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(each -> !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
        .isNotEmpty()
        .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(30));
  }

  @Test
  void classesThatThePageNames_areThere() {
    var names = PRODUCT.stream().map(JavaClass::getName).collect(Collectors.toSet());
    var simple = PRODUCT.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
    // Our tests, kinds and reasons are no classes of the product.
    var others = Set.of("ArchitectureTest", "ConditionReasonTest", "CrdTest", "StateUncertain");
    var missing = new TreeSet<String>();
    var named = CLASS.matcher(PackageMap.text(PackageMap.PAGE)).results().toList();
    assertThat(named).isNotEmpty();
    named.stream()
        .filter(name -> !others.contains(name.group(2)))
        .filter(name ->
            name.group(1) == null
                ? !simple.contains(name.group(2))
                : !names.contains(ROOT + name.group(1) + name.group(2)))
        .forEach(name -> missing.add(name.group()));
    assertThat(missing).isEmpty();
  }

  /// Of the JDK only what computes: no files, no sockets, no loggers.
  @Test
  void engine_usesTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage(ENGINE)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java.lang..", "java.math", "java.text", "java.time", "java.util..")
                .or(resideInAnyPackage("java.nio.charset", "java.security", "javax.crypto.."))
                // Percent-encoding, without a connection.
                .or(type(URLEncoder.class))
                .or(resideInAPackage("org.jspecify.."))
                .or(resideInAPackage(ENGINE)))
        .check(PRODUCT);
  }

  @ParameterizedTest
  @EnumSource
  void engine_knowsOnlyWhatItIsGiven_andTellsOnlyWhatItIsAsked(OutsideWorld way) {
    noClasses()
        .that()
        .resideInAPackage(ENGINE)
        .and(not(way.excepted()))
        .should()
        .accessTargetWhere(way.used())
        .check(PRODUCT);
  }

  /// The JVM says of a class in an AOT cache that it is from the jar of the rehearsal, or from
  /// nowhere if that is gone.
  @Test
  void nobody_asksFromWhereAClassWasLoaded() {
    noClasses().should().callMethod(ProtectionDomain.class, "getCodeSource").check(PRODUCT);
  }

  /// There is one language, with one set of functions, bounds and messages.
  @Test
  void cel_isUsedInItsOwnPackageOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "expression.cel")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.cel..")
        .check(PRODUCT);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.keelson.(**)").should().beFreeOfCycles().check(PRODUCT);
  }

  /// A status written by JOSDK swallows an edit of the spec that arrives at the same time.
  @Test
  void status_isNeverWrittenThroughUpdateControl() {
    var writing = Set.of("patchStatus", "patchResourceAndStatus");
    assertThat(UpdateControl.class.getMethods()).extracting(Method::getName).containsAll(writing);
    noClasses()
        .should()
        .accessTargetWhere(
            describe(
                "writes a status",
                access ->
                    access.getTargetOwner().isEquivalentTo(UpdateControl.class)
                        && writing.contains(access.getName())))
        .check(PRODUCT);
  }

  @Test
  void staticFields_areFinal() {
    fields().that().areStatic().should().beFinal().check(PRODUCT);
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
    noClasses()
        .that()
        .doNotBelongToAnyOf(SLOW)
        .should()
        .accessTargetWhere(OutsideWorld.SLEEP.used())
        .check(TESTS);
  }

  /// A renamed package would otherwise take its classes out of a rule without a word.
  @Test
  void rules_neverPassByAnEmptySet() {
    assertThat(ArchConfiguration.get().getPropertyOrDefault("archRule.failOnEmptyShould", "true"))
        .isEqualTo("true");
    noClasses()
        .should()
        .accessTargetWhere(
            describe("lets a rule be empty", each -> each.getName().equals("allowEmptyShould")))
        .check(TESTS);
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
}
