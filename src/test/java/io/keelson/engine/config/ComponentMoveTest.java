package io.keelson.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.MovedName;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where objects go by moves of components, and of what is in them.
final class ComponentMoveTest {
  private static Move move(String scope, String from, String to) {
    var path = scope.isEmpty() ? ComponentPath.ROOT : new ComponentPath(List.of(scope.split("/")));
    return new Move(path, MovedName.parse(from), MovedName.parse(to), false);
  }

  private static Move move(String from, String to) {
    return move("", from, to);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = ';',
      textBlock =
          """
          component.old; component.web; component.old.server.a; component.web.server.a
          component.old; component.web; 'component.old["k"].server.a[0]'; 'component.web["k"].server.a[0]'
          component.old; component.web; 'component.old["k"].component.db[1].server.a'; 'component.web["k"].component.db[1].server.a'
          component.old; component.web; component.older.server.a; -
          component.old; component.web; server.a; -
          component.web; 'component.web["eu"]'; component.web.server.a; 'component.web["eu"].server.a'
          component.web; 'component.web["eu"]'; 'component.web["us"].server.a'; -
          'component.web["eu"]'; component.web; 'component.web["eu"].server.a[0]'; 'component.web.server.a[0]'
          'component.web["eu"]'; 'component.web["us"]'; 'component.web["eu"].component.db.server.a'; 'component.web["us"].component.db.server.a'
          server.a; component.web.server.a; server.a; component.web.server.a
          server.a; component.web.server.a; 'server.a[3]'; 'component.web.server.a[3]'
          server.a; component.web.server.b; component.web.server.a; -
          component.web.server.a; server.a; 'component.web.server.a["x"]'; 'server.a["x"]'
          component.web.server.a; server.a; 'component.web[0].server.a'; -
          'component.web[0].server.a'; 'component.db["k"].server.b'; 'component.web[0].server.a'; 'component.db["k"].server.b'
          component.web; component.all.component.web; 'component.web[1].server.a'; 'component.all.component.web[1].server.a'
          component.all.component.web; component.web; 'component.all.component.web[1].server.a'; 'component.web[1].server.a'
          component.all.component.web; component.web; 'component.all[0].component.web[1].server.a'; -
          'server.a[0]'; server.a; 'server.a[0]'; server.a
          'server.a[0]'; server.a; server.a; -
          server.a; 'server.a["k"]'; server.a; 'server.a["k"]'
          'component.web["eu"].server.a[1]'; server.b; 'component.web["eu"].server.a[1]'; server.b
          'component.web["eu"].server.a[1]'; server.b; 'component.web["us"].server.a[1]'; -
          """)
  @Tag("R-MOV-2")
  void instance_goesWhereTheMoveSays(String from, String to, String at, String target) {
    var move = move(from, to);
    var moved = move.target(InstanceAddress.parse(at));

    assertThat(moved.map(Object::toString).orElse("-")).isEqualTo(target);
    move.source()
        .ifPresent(only -> assertThat(only.toString().equals(at)).isEqualTo(!target.equals("-")));
  }

  @Test
  @Tag("R-MOV-2")
  void moveOfOneInstance_hasOneSource() {
    assertThat(move("server.a[0]", "server.a").source()).hasToString("Optional[server.a[0]]");
    assertThat(move("component.web[0].server.a[1]", "server.a").source())
        .hasToString("Optional[component.web[0].server.a[1]]");
    assertThat(move("server.a", "server.b").source()).isEmpty();
    assertThat(move("component.web[0]", "component.web").source()).isEmpty();
    assertThat(move("web", "server.a[0]", "server.a").source()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = ';',
      textBlock =
          """
          web; server.a; server.b; 'component.web["eu"].server.a[0]'; 'component.web["eu"].server.b[0]'
          web; server.a; server.b; server.a; -
          web; server.a; server.b; component.web.component.web.server.a; -
          web; 'server.a'; 'server.b["k"]'; 'component.web[1].server.a'; 'component.web[1].server.b["k"]'
          web; component.db; component.store; 'component.web[1].component.db[2].server.a'; 'component.web[1].component.store[2].server.a'
          web; component.db; 'component.db["k"]'; 'component.web[1].component.db.server.a'; 'component.web[1].component.db["k"].server.a'
          web/db; server.a; component.x.server.a; 'component.web[1].component.db[2].server.a'; 'component.web[1].component.db[2].component.x.server.a'
          """)
  @Tag("R-CMP-7")
  void moveOfADefinition_holdsInEachOfItsInstances(
      String scope, String from, String to, String at, String target) {
    var moved = move(scope, from, to).target(InstanceAddress.parse(at));

    assertThat(moved.map(Object::toString).orElse("-")).isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = ';',
      textBlock =
          """
          component.a; component.b; component.b; component.c
          component.a; component.b; component.b.server.x; server.x
          component.a; component.b; 'component.b[0]'; component.c
          component.a; 'component.b[0]'; component.b; component.c
          server.x; component.a.server.x; component.a; component.b
          component.a; component.b.component.c; component.b; component.d
          'component.a[0]'; component.c; component.a; component.b
          component.a.server.x; server.x; component.a; component.b
          'component.a.server.x[0]'; server.y; component.a.server.x; server.x
          """)
  @Tag("R-MOV-5")
  @Tag("R-CMP-41")
  void moveThatBringsOrTakesOut_precedes(String from, String to, String thenFrom, String thenTo) {
    var one = move(from, to);
    var two = move(thenFrom, thenTo);

    assertThat(one.precedes(two)).isTrue();
    assertThat(two.precedes(one)).isFalse();
  }

  @Test
  @Tag("R-MOV-5")
  void movesThatHaveNothingInCommon_haveNoOrder() {
    var one = move("component.a[0]", "component.b[0]");
    var two = move("component.a[1]", "component.b[1]");

    assertThat(one.precedes(two)).isFalse();
    assertThat(two.precedes(one)).isFalse();
  }

  @Test
  @Tag("R-CMP-41")
  void moveOfTheStack_precedesThatOfADefinitionItBringsTo() {
    var outer = move("component.old", "component.web");
    var inner = move("web", "server.a", "server.b");

    assertThat(outer.precedes(inner)).isTrue();
    assertThat(inner.precedes(outer)).isFalse();
  }
}
