package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.json.ExactJson;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What is gone and keeps its record is left out where the recording dropped it, and nowhere else.
class StateCheckTest {
  private final Findings findings = new Findings(1);
  private final Turns turns = new Turns(true, _ -> false, _ -> false);

  private static StackState recorded(Drift drift) {
    var object =
        new ObjectState(
            "keel_Thing",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("keel"),
            Collections.emptySortedSet(),
            Flags.NONE);
    return new StackState(
        new TreeMap<>(
            Map.of(
                InstanceAddress.parse("keel_Thing.a"), InstanceState.of(object).withDrift(drift))),
        Collections.emptySortedMap());
  }

  private void compare(String expected, Drift drift) throws JsonProcessingException {
    new StateCheck(
            new Symbols(),
            at -> "keel:index:Thing::" + at.name(),
            _ -> new TreeSet<>(),
            turns,
            findings)
        .compare(ExactJson.JSON.readTree(expected), recorded(drift));
  }

  @Test
  void recordOfWhatIsGone_isLeftOut() throws JsonProcessingException {
    compare("[]", new Drift.Missing(Optional.empty()));

    assertThat(findings.all()).isEmpty();
    assertThat(turns.reasons()).containsExactly(Turns.MISSING);
  }

  @Test
  void recordOfWhatIsThere_isCompared() throws JsonProcessingException {
    compare("[]", new Drift.None());

    assertThat(findings.all()).hasSize(1);
    assertThat(turns.reasons()).isEmpty();
  }

  @Test
  void recordOfWhatIsGone_isCompared_whereItIsThereInTheRecording() throws JsonProcessingException {
    compare(
        "[{\"resource\": \"keel:index:Thing::a\", \"id\": \"a-1\"}]",
        new Drift.Missing(Optional.empty()));

    assertThat(findings.all()).extracting(each -> each.what().at()).isEqualTo(List.of("id"));
    assertThat(turns.reasons()).isEmpty();
  }
}
