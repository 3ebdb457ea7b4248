package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MoveLoaderTest {
  private final List<StackDeclaration.Move> written = new ArrayList<>();
  private final Problems problems = new Problems();
  private final MoveLoader loader = new MoveLoader(new DeclaredByName(), problems);

  /// A stack that declares what is called so, once.
  private static final class DeclaredByName implements Move.Declared {
    @Override
    public boolean declares(ResourceAddress resource) {
      return resource.name().startsWith("declared");
    }

    @Override
    public boolean declares(ComponentPath component) {
      return false;
    }

    @Override
    public Optional<Repetition> repetition(ResourceAddress resource) {
      return Optional.of(new Repetition.Single());
    }

    @Override
    public Optional<Repetition> repetition(ComponentPath component) {
      return Optional.empty();
    }
  }

  private void move(String from, String to) {
    written.add(new StackDeclaration.Move(from, to));
  }

  private List<String> load() {
    var declared =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            written,
            List.of(),
            new TreeMap<>());
    loader.read(ComponentPath.ROOT, declared);
    return loader.load().stream().map(Move::toString).toList();
  }

  private Diagnostic problem() {
    assertThat(problems.found()).hasSize(1);
    return problems.found().getFirst();
  }

  private List<String> frozen() {
    return loader.frozen().stream().map(ResourceAddress::toString).toList();
  }

  @Test
  @Tag("R-MOV-5")
  void chain_isOrderedWhateverTheOrderOfWriting() {
    move("s.c", "s.d");
    move("s.a", "s.b");
    move("s.b", "s.c");

    assertThat(load()).containsExactly("s.a to s.b", "s.b to s.c", "s.c to s.d");
    assertThat(problems.found()).isEmpty();
  }

  @Test
  @Tag("R-MOV-5")
  void instanceThatLeavesItsResource_leavesBeforeTheResourceMoves() {
    move("s.a", "s.b");
    move("s.a[\"k\"]", "s.c");

    assertThat(load()).containsExactly("s.a[\"k\"] to s.c", "s.a to s.b");
  }

  @Test
  @Tag("R-MOV-5")
  void instanceOfAMovedResource_movesOnAfterIt() {
    move("s.b[\"k\"]", "s.c");
    move("s.a", "s.b");

    assertThat(load()).containsExactly("s.a to s.b", "s.b[\"k\"] to s.c");
  }

  @Test
  @Tag("R-MOV-9")
  void addressThatIsNone_namesItsField() {
    move("s.a", "s.b");
    move("s.x", "nothing");

    assertThat(load()).containsExactly("s.a to s.b");
    assertThat(problem())
        .hasToString(
            "stack: moves[1].to: Not an address: 'nothing' is not an address; write type.name,"
                + " type.name[0] or type.name[\"key\"].");
    assertThat(problem().code()).isEqualTo(Code.BAD_ADDRESS);
    assertThat(frozen()).containsExactly("s.x");
  }

  @Test
  @Tag("R-MOV-9")
  void moveToItself_isRefused() {
    move("s.a", "s.a");

    assertThat(load()).isEmpty();
    assertThat(problem().summary()).isEqualTo("Move to the same address");
    assertThat(problem().path()).hasToString("moves[0]");
  }

  @Test
  @Tag("R-MOV-2")
  void keylessEndBesideAKey_isTheInstanceWithoutKey() {
    move("s.a", "s.a[\"k\"]");

    assertThat(load()).containsExactly("s.a to s.a[\"k\"]");
  }

  @Test
  @Tag("R-MOV-3")
  void dataSourceAndManagedResource_doNotBecomeEachOther() {
    move("data.s.a", "s.a");

    assertThat(load()).isEmpty();
    assertThat(problem().summary()).isEqualTo("Move to another kind of object");
  }

  @Test
  @Tag("R-MOV-4")
  void managedResource_mayBecomeOneOfAnotherType() {
    move("s.a", "t.a");

    assertThat(load()).containsExactly("s.a to t.a");
  }

  @Test
  @Tag("R-MOV-3")
  void dataSource_doesNotBecomeOneOfAnotherType() {
    move("data.s.a", "data.t.a");

    assertThat(load()).isEmpty();
    assertThat(problem().summary()).isEqualTo("Move to another kind of object");
  }

  @Test
  @Tag("R-MOV-9")
  void declaredSource_isRefusedAndToldWhereItIsDeclared() {
    move("s.declared", "s.b");

    assertThat(load()).isEmpty();
    assertThat(problem().subject()).hasToString("s.declared");
    assertThat(problem().detail()).contains("move to s.b", "still declares s.declared");
    assertThat(frozen()).containsExactly("s.b", "s.declared");
  }

  @Test
  @Tag("R-MOV-9")
  void ambiguousSource_namesBothStatements() {
    move("s.a", "s.b");
    move("s.a", "s.c");
    move("s.x", "s.y");

    assertThat(load()).containsExactly("s.x to s.y");
    assertThat(problem().summary()).isEqualTo("Object moves to two addresses");
    assertThat(problem().detail()).contains("moves[0] s.a to s.b, moves[1] s.a to s.c");
    assertThat(frozen()).containsExactly("s.a", "s.b", "s.c");
  }

  @Test
  @Tag("R-MOV-9")
  void ambiguousTarget_namesBothStatements() {
    move("s.a[0]", "s.c[0]");
    move("s.b", "s.c[0]");

    assertThat(load()).isEmpty();
    assertThat(problem().summary()).isEqualTo("Two objects move to one address");
    assertThat(frozen()).containsExactly("s.a", "s.b", "s.c");
  }

  @Test
  @Tag("R-MOV-9")
  void sameStatementTwice_isNoContradiction() {
    move("s.a", "s.b");
    move("s.a", "s.b");

    assertThat(load()).containsExactly("s.a to s.b");
  }

  @Test
  @Tag("R-MOV-9")
  void circle_isToldOnceAndFreezesItsMembersOnly() {
    move("s.a", "s.b");
    move("s.b", "s.c");
    move("s.c", "s.a");
    move("s.x", "s.y");

    assertThat(load()).containsExactly("s.x to s.y");
    assertThat(problem().summary()).isEqualTo("Moves go around in a circle");
    assertThat(frozen()).containsExactly("s.a", "s.b", "s.c");
  }

  @Test
  @Tag("R-MOV-9")
  void circleWithADeclaredMember_isNoCircle() {
    move("s.declared", "s.b");
    move("s.b", "s.declared");

    assertThat(load()).containsExactly("s.b to s.declared");
    assertThat(problem().summary()).isEqualTo("Moved object is still declared");
    assertThat(frozen()).containsExactly("s.b", "s.declared");
  }
}
