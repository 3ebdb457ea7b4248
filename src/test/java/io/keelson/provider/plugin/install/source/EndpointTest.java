package io.keelson.provider.plugin.install.source;

import static io.keelson.provider.plugin.install.LoopbackServer.body;
import static io.keelson.provider.plugin.install.LoopbackServer.oneAfterTheOther;
import static io.keelson.provider.plugin.install.LoopbackServer.redirect;
import static io.keelson.provider.plugin.install.LoopbackServer.status;
import static io.keelson.provider.plugin.install.LoopbackServer.truncated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.provider.plugin.install.LoopbackServer;
import io.keelson.provider.plugin.install.release.InstallException;
import io.keelson.provider.plugin.install.release.InstallProblem;
import io.keelson.provider.plugin.install.release.InstallProblem.Kind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
  private final LoopbackServer server = new LoopbackServer();
  private final Http http = server.client();
  private final Endpoint endpoint = new Endpoint(http, "the mirror", server.at(""));

  @TempDir Path folder;

  @AfterEach
  void close() {
    http.close();
    server.close();
  }

  @Test
  void document_isWhereTheRedirectsLead() throws InstallException {
    server.on("a", redirect(URI.create("/b/c"))).json("b/c", "{\"next\":\"d?x=1\"}");

    var document = endpoint.document(server.at("a")).orElseThrow().declaredJson();

    assertThat(document.address(document.json(), "next")).isEqualTo(server.at("b/d?x=1"));
  }

  @Test
  void nothing_isFoundWhereNothingIs() throws InstallException {
    assertThat(endpoint.document(server.at("a"))).isEmpty();
    assertThat(endpoint.download(server.at("a"), folder.resolve("a"), 10)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void refusal_asksForCredentials(int status) {
    server.on("a", status(status));

    var problem = problem(() -> endpoint.document(server.at("a")));

    assertThat(problem.kind()).isEqualTo(Kind.SOURCE_REFUSED);
    assertThat(problem.why()).isEqualTo(server.at("a") + " answered with status " + status);
    assertThat(problem.remedy()).contains("token for 127.0.0.1");
    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void passingStatus_isTriedAgainAndThenTold(int status) throws InstallException {
    server.on(
        "a", oneAfterTheOther(status(status), status(status), body("text/plain", new byte[] {1})));
    assertThat(endpoint.document(server.at("a"))).isPresent();

    server.on("a", status(status));
    var problem = problem(() -> endpoint.document(server.at("a")));
    assertThat(problem.kind()).isEqualTo(Kind.SOURCE_UNREACHABLE);
    assertThat(server.requests()).hasSize(6);
  }

  @Test
  void otherStatus_isTold() {
    server.on("a", status(418));

    assertThat(problem(() -> endpoint.document(server.at("a"))).kind())
        .isEqualTo(Kind.SOURCE_ANSWER);
  }

  @Test
  void redirectLoop_isBrokenOff() {
    server.on("a", redirect(server.at("b"))).on("b", redirect(server.at("a")));

    var problem = problem(() -> endpoint.document(server.at("a")));

    assertThat(problem.why()).isEqualTo(server.at("a") + " redirects more than 5 times");
    assertThat(server.requests()).hasSize(6);
  }

  @Test
  void redirectWithoutTarget_isTold() {
    server.on("a", status(302));

    assertThat(problem(() -> endpoint.document(server.at("a"))).why())
        .endsWith("redirects to nowhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://example.com/x", "file:///etc/passwd", "ftp://example.com/x"})
  void addressWithoutEncryption_isNotAsked(String place) {
    server.on("a", redirect(URI.create(place)));

    assertThat(problem(() -> endpoint.document(server.at("a"))).kind())
        .isEqualTo(Kind.INSECURE_SOURCE);
    assertThat(problem(() -> endpoint.document(URI.create(place))).kind())
        .isEqualTo(Kind.INSECURE_SOURCE);
  }

  /// Else a source could have this machine's own services asked.
  @Test
  void sourceElsewhere_doesNotLeadToThisMachine() {
    var remote = new Endpoint(http, "the mirror", URI.create("https://example.com/"));

    assertThat(problem(() -> remote.document(server.at("a"))).kind())
        .isEqualTo(Kind.INSECURE_SOURCE);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void serverThatIsNotThere_isTold() {
    server.close();

    var problem = problem(() -> endpoint.document(server.at("a?token=canary")));

    assertThat(problem.kind()).isEqualTo(Kind.SOURCE_UNREACHABLE);
    assertThat(problem.toString())
        .contains("the connection was refused or could not be made")
        .doesNotContain("canary");
  }

  @Test
  void truncatedDownload_isTriedAgain() throws InstallException {
    var content = new byte[100_000];
    server.on("a", oneAfterTheOther(truncated(content), body("application/zip", content)));
    var file = folder.resolve("a");

    assertThat(endpoint.download(server.at("a"), file, content.length)).isTrue();
    assertThat(file).hasSize(content.length);

    server.on("a", truncated(content));
    assertThat(problem(() -> endpoint.download(server.at("a"), file, content.length)).kind())
        .isEqualTo(Kind.DOWNLOAD_TRUNCATED);
  }

  @Test
  void tooLongAnswer_isBrokenOff() {
    server.bytes("a", new byte[100_000]);

    var problem = problem(() -> endpoint.download(server.at("a"), folder.resolve("a"), 99_999));

    assertThat(problem.kind()).isEqualTo(Kind.SOURCE_ANSWER);
    assertThat(problem.why()).isEqualTo(server.at("a") + ": the answer is longer than 99999 bytes");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void token_goesToItsHostAndIsNeverTold() throws InstallException {
    var credentials = new Credentials(Map.of(server.host(), "canary"));
    try (var other = new LoopbackServer();
        var client = new Http(LoopbackServer.HASTY, credentials)) {
      server.on("a", redirect(other.at("b")));
      other.json("b", "{}");

      assertThat(new Endpoint(client, "it", server.at("")).document(server.at("a"))).isPresent();

      assertThat(server.lastHeaders().getFirst("Authorization")).isEqualTo("Bearer canary");
      assertThat(other.lastHeaders().getFirst("Authorization")).isNull();
      assertThat(credentials.toString()).doesNotContain("canary");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "{\"a\":", "[1]", "null", "{} {}"})
  void whatIsNoJsonObject_isTold(String content) {
    server.json("a", content);

    var problem =
        problem(() -> endpoint.document(server.at("a")).orElseThrow().declaredJson().json());

    assertThat(problem.kind()).isEqualTo(Kind.SOURCE_ANSWER);
    assertThat(problem.why())
        .startsWith("the answer of " + server.at("a") + " is ")
        .doesNotContain("html");
  }

  @Test
  void wrongType_isTold() {
    server.on("a", body("text/html", new byte[] {'{', '}'}));

    assertThat(problem(() -> endpoint.document(server.at("a")).orElseThrow().declaredJson()).why())
        .endsWith("is declared to be 'text/html' and not application/json");
  }

  private static InstallProblem problem(ThrowingCallable call) {
    return Objects.requireNonNull(catchThrowableOfType(InstallException.class, call)).problem();
  }
}
