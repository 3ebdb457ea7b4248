package io.keelson.provider.plugin.install.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.Publisher;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SigningKeysTest {
  private static final byte[] DOCUMENT = bytes("some checksums\n");
  private static final Publisher PUBLISHER = Publisher.create();

  @Test
  void signature_tellsWhoSigned() throws InstallException {
    var by = named(PUBLISHER).verify(DOCUMENT, PUBLISHER.sign(DOCUMENT), "it");

    assertThat(by.keyId()).isEqualTo(PUBLISHER.keyId());
    assertThat(by.fingerprint()).hasSize(40).endsWith(PUBLISHER.keyId());
    assertThat(by)
        .hasToString(
            "key "
                + PUBLISHER.keyId()
                + " of Publisher <security@example.com>, which the source names");
  }

  @Test
  void oneOfSeveralKeys_isEnough() throws InstallException {
    var keys = SigningKeys.declared(List.of(Publisher.create().armored(), PUBLISHER.armored()));

    assertThat(keys.verify(DOCUMENT, PUBLISHER.sign(DOCUMENT), "it").declared()).isTrue();
  }

  @Test
  void signatureOfGnuPg_isGood() throws InstallException {
    var by =
        SigningKeys.named(List.of(text("key.asc")))
            .verify(bytes("signed by gnupg\n"), resource("good.sig"), "it");

    assertThat(by.owner()).isEqualTo("Provider Publisher <security@example.com>");
  }

  /// As every publisher has it whose key expires: last year's releases stay installable.
  @Test
  void signatureOfAKeyThatHasExpiredSince_isGood() throws InstallException {
    var keys = SigningKeys.named(List.of(text("expired-key.asc")));

    assertThat(keys.verify(bytes("signed by gnupg\n"), resource("before-expiry.sig"), "it").keyId())
        .isNotEmpty();
  }

  @Test
  void signatureOfAnExpiredKey_isRefused() {
    var problem =
        problem(
            SigningKeys.named(List.of(text("expired-key.asc"))),
            bytes("signed by gnupg\n"),
            resource("after-expiry.sig"));

    assertThat(problem.kind()).isEqualTo(Kind.KEY_EXPIRED);
    assertThat(problem.why()).contains("had expired when it signed on 2022-");
  }

  @Test
  void otherDocument_isRefused() {
    var problem = problem(named(PUBLISHER), bytes("other checksums\n"), PUBLISHER.sign(DOCUMENT));

    assertThat(problem.kind()).isEqualTo(Kind.SIGNATURE_INVALID);
    assertThat(problem.why())
        .isEqualTo(
            "what key " + PUBLISHER.keyId() + " signed is another document than the one received");
  }

  @Test
  void unknownKey_isNamed() {
    var stranger = Publisher.create();
    var problem = problem(named(PUBLISHER), DOCUMENT, stranger.sign(DOCUMENT));

    assertThat(problem.kind()).isEqualTo(Kind.KEY_UNKNOWN);
    assertThat(problem.why())
        .isEqualTo("key " + stranger.keyId() + " made it, which the source does not name");
  }

  @Test
  void revokedKey_isRefused() {
    var problem = problem(named(PUBLISHER.revoked()), DOCUMENT, PUBLISHER.sign(DOCUMENT));

    assertThat(problem.kind()).isEqualTo(Kind.KEY_REVOKED);
  }

  @Test
  void signatureFromBeforeTheKeyOrTheFuture_isRefused() {
    var made = Instant.now().minus(Duration.ofDays(10));
    var publisher = Publisher.create(made, Duration.ZERO);
    for (var at : List.of(made.minus(Duration.ofDays(1)), Instant.now().plus(Duration.ofDays(2)))) {
      var problem = problem(named(publisher), DOCUMENT, publisher.sign(DOCUMENT, at));

      assertThat(problem.kind()).isEqualTo(Kind.SIGNATURE_INVALID);
      assertThat(problem.why()).contains("before its key was made or in the future");
    }
  }

  @Test
  void whatIsNoSignature_isRefused() {
    var good = PUBLISHER.sign(DOCUMENT);
    for (var each :
        List.of(
            new byte[0],
            bytes("<html>not found</html>"),
            Arrays.copyOf(good, 40),
            bytes(PUBLISHER.armored()))) {
      var problem = problem(named(PUBLISHER), DOCUMENT, each);

      assertThat(problem.kind()).isEqualTo(Kind.SIGNATURE_INVALID);
      assertThat(problem.what()).isEqualTo("the signature of it cannot be read");
    }
  }

  @Test
  void declaredKeyThatIsNone_isRefusedAndNamedOneIsLeftOut() {
    var problem =
        Objects.requireNonNull(
                catchThrowableOfType(
                    InstallException.class,
                    () -> SigningKeys.declared(List.of(PUBLISHER.armored(), "no key"))))
            .problem();

    assertThat(problem.kind()).isEqualTo(Kind.KEY_UNREADABLE);
    assertThat(problem.what()).isEqualTo("the declared signing key 2 cannot be read");
    assertThat(SigningKeys.named(List.of("no key")).isEmpty()).isTrue();
  }

  private static SigningKeys named(Publisher publisher) {
    return SigningKeys.named(List.of(publisher.armored()));
  }

  private static InstallProblem problem(SigningKeys keys, byte[] document, byte[] signature) {
    return Objects.requireNonNull(
            catchThrowableOfType(
                InstallException.class, () -> keys.verify(document, signature, "it")))
        .problem();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(String name) {
    return new String(resource(name), StandardCharsets.UTF_8);
  }

  /// Made with GnuPG; `expired-key.asc` was valid from 2020 to 2021.
  private static byte[] resource(String name) {
    try (var in = SigningKeysTest.class.getResourceAsStream("/openpgp/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
