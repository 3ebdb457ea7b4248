package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Code;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs that are no Pulumi providers, or bad ones: what the user is told, and that no process
/// is left.
class PulumiStartTest {
  @TempDir Path folder;
  private FakePulumi fake;

  @BeforeEach
  void open() {
    fake = new FakePulumi(folder);
  }

  @AfterEach
  void close() {
    fake.close();
  }

  @Test
  void programThatPrintsNoPort_isNotWaitedForWithoutEnd() {
    var failure = fake.script("exec sleep 600").impatient().failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_ERROR);
    assertThat(failure.summary()).isEqualTo("The provider does not start");
    assertThat(failure.detail())
        .contains("fake 1.0.0 was not ready after")
        .contains("Is it a Pulumi provider?");
    assertThat(fake.running()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo hello     | its first line is no port: 'hello'",
        "echo; echo 80  | its first line is no port: ''",
        "echo -1        | its first line is no port: '-1'",
        "echo 0         | a port that does not exist, '0': 1 to 65535 do",
        "echo 65536     | a port that does not exist, '65536': 1 to 65535 do",
        "echo 999999999999 | a port that does not exist, '999999999999': 1 to 65535 do"
      })
  void firstLineThatIsNoPort_isTheFaultOfTheProgram(String script, String reason) {
    var failure = fake.script(script + "; exec sleep 600").failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_CONTRACT);
    assertThat(failure.summary()).isEqualTo("The provider does not start");
    assertThat(failure.detail()).startsWith("fake 1.0.0 cannot be used: ").contains(reason);
  }

  @Test
  void linesAfterThePort_areOnlyLog() {
    var stack = fake.script("echo $PORT; echo hello; echo 1; exec sleep 600").stack("{name: a}");

    stack.converge();
    assertThat(fake.things().ids()).containsExactly("thing-1");
  }

  @Test
  void programThatEndsAtOnce_isShownWithItsLastWords() {
    var failure = fake.script("echo 'no licence' >&2; exit 3").failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_ERROR);
    assertThat(failure.detail())
        .contains("fake 1.0.0 did not get ready. Its process ended with exit code 3.")
        .contains("Its last words:\nno licence")
        .contains("Is it a Pulumi provider?");
  }

  @Test
  void portWhereNobodyListens_isNoProvider() {
    var failure = fake.script("echo 1; exec sleep 600").failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_ERROR);
    assertThat(failure.summary()).isEqualTo("The provider does not start");
    assertThat(failure.detail())
        .contains("fake 1.0.0 was asked for Handshake, and no answer came (UNAVAILABLE");
  }

  @Test
  void handshakeThatIsRefused_isTheReason() {
    var failure = fake.refuse(PulumiRpc.HANDSHAKE, "wrong host").failure();

    assertThat(failure.summary()).isEqualTo("The provider does not start");
    assertThat(failure.detail()).contains("Handshake").contains("wrong host");
  }

  @Test
  void providerThatKnowsOnlyWhatItMust_works() {
    var stack =
        fake.without(PulumiRpc.HANDSHAKE, PulumiRpc.CHECK_CONFIG, PulumiRpc.CANCEL)
            .stack("{name: a}");

    stack.converge().remove("fake_Thing.a").converge();
    assertThat(fake.things().ids()).isEmpty();
  }

  @Test
  void providerThatKnowsNothing_saysWhatItLacks() {
    var failure = fake.without(PulumiRpc.SCHEMA).failure();

    assertThat(failure.code()).isEqualTo(Code.PROVIDER_CONTRACT);
    assertThat(failure.summary()).isEqualTo("The provider lacks a feature");
    assertThat(failure.detail())
        .isEqualTo("fake 1.0.0 does not know GetSchema. Use a newer version of it, or do without.");
  }
}
