package io.keelson.operator.stack.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.reading.KeptAnswer;
import io.keelson.engine.state.Completion;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.json.Gzipped;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// The answers of providers that a plan was made with, as they are kept with the Plan object:
/// gzipped JSON, to be sealed. After a restart or a change of leader, the waiting plan goes on with
/// them, as providers might answer otherwise.
///
/// An answer with a warning is not kept: asking again brings the warning again.
public final class PlanAnswers {
  private static final int MOST_PLAIN = 4 << 20;
  private static final int MOST_READ = 4 * MOST_PLAIN;
  private static final int MOST_ZIPPED = 196_608;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final StateCodec codec;

  public PlanAnswers(StateCodec codec) {
    this.codec = codec;
  }

  /// @param members the declaration when they were given
  /// @return empty if they are too large: then a restart needs a new plan, nothing worse
  public Optional<Bytes> write(String members, List<KeptAnswer> answers) {
    var all = JSON.createObjectNode().put("declared", members);
    var written = all.putArray("answers");
    int size = 0;
    for (KeptAnswer answer : answers) {
      if (!answer.warnings().isEmpty()) continue;
      size += write(answer, written.addObject());
      if (size > MOST_PLAIN) return Optional.empty();
    }
    if (written.isEmpty()) return Optional.empty();
    return Optional.of(Bytes.of(Gzipped.zip(all.toString())))
        .filter(each -> each.size() <= MOST_ZIPPED);
  }

  private int write(KeptAnswer answer, ObjectNode written) {
    written.put("question", answer.question());
    if (answer.object().isEmpty()) return 0;
    var object = answer.object().get();
    var json = codec.encode(object.value(), Types.DYNAMIC);
    written.put("object", json.asUtf8()).put("private", object.privateData().asBase64());
    object
        .identity()
        .ifPresent(identity ->
            written
                .put("identity", identity.json().asUtf8())
                .put("identityVersion", identity.schemaVersion()));
    var secret = written.putArray("secret");
    answer.secret().forEach(path -> secret.add(path.toString()));
    if (answer.completion() != Completion.UNTOLD)
      written.put("completion", answer.completion().name());
    return json.size() + object.privateData().size();
  }

  /// @param members the declaration now
  /// @return nothing if they belong to another declaration, or are not what [#write] writes
  public List<KeptAnswer> read(String members, Bytes written) {
    try {
      var all = JSON.readTree(Gzipped.unzip(written.toArray(), MOST_READ));
      if (!all.path("declared").asText().equals(members)) return List.of();
      var answers = new ArrayList<KeptAnswer>();
      for (JsonNode each : all.path("answers")) answers.add(answer(each));
      return answers;
    } catch (JsonProcessingException | MalformedState | IllegalArgumentException e) {
      return List.of();
    }
  }

  private KeptAnswer answer(JsonNode written) throws MalformedState {
    return new KeptAnswer(
        written.path("question").asText(),
        object(written),
        secret(written),
        Completion.valueOf(written.path("completion").asText(Completion.UNTOLD.name())),
        List.of());
  }

  private Optional<Prior> object(JsonNode written) throws MalformedState {
    if (!written.has("object")) return Optional.empty();
    var identity =
        Optional.ofNullable(written.get("identity"))
            .map(each ->
                new RawState(written.path("identityVersion").asLong(), Bytes.utf8(each.asText())));
    return Optional.of(
        new Prior(
            codec.decode(Bytes.utf8(written.path("object").asText()), Types.DYNAMIC),
            Bytes.of(Base64.getDecoder().decode(written.path("private").asText())),
            identity));
  }

  private static SortedSet<AttributePath> secret(JsonNode written) {
    var paths = new TreeSet<AttributePath>();
    written.path("secret").forEach(each -> paths.add(AttributePath.parse(each.asText())));
    return paths;
  }
}
