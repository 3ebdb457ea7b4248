package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registration;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a program inside of another is told of its inputs.
@Timeout(60)
final class NestedProgramInputsTest {
  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  /// SDKs refuse a value with something behind it where a plain one is wanted.
  @Test
  @Tag("R-PRG-20")
  void programInside_isToldWhatStandsBehindEachInput() {
    var told = new ArrayList<ProgramRequest>();
    stack.use("app", Map.of());
    programs.add(
        "thing_inner",
        session -> {
          told.add(session.request());
          return Value.text("inner");
        });
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of());
          var front = session.made("front", Map.of());
          var needs = new TreeSet<>(List.of(back.at().orElseThrow(), front.at().orElseThrow()));
          session.made(
              new Registration(
                  List.of(),
                  "thing:inner",
                  "in",
                  Registration.Kind.PROGRAM,
                  Value.object(
                      Map.of(
                          "size",
                          Value.number(1),
                          "kind",
                          FakePrograms.attribute(back.object(), "id"))),
                  needs,
                  new TreeMap<>(Map.of("kind", new TreeSet<>(List.of(back.at().orElseThrow())))),
                  Registration.Options.NONE));
          return Value.text("app");
        });

    stack.plan();

    var back = ResourceAddress.parse("component.app.thing.back");
    var front = ResourceAddress.parse("component.app.thing.front");
    assertThat(told)
        .singleElement()
        .satisfies(request -> {
          assertThat(request.needs())
              .containsOnly(
                  entry("size", new TreeSet<>()), entry("kind", new TreeSet<>(List.of(back))));
          assertThat(request.dependsOn()).containsExactly(back, front);
        });
  }
}
