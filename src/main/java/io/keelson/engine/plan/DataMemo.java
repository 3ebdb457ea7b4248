package io.keelson.engine.plan;

import io.keelson.engine.provider.DataAnswer;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What data sources gave, for those who plan one stack again and again: what is remembered is not
/// read a second time where only affected objects are read.
///
/// A result belongs to a question: the provider, the type, and the configuration. Another
/// configuration is another question. The engine has no clock, so the owner says when to forget:
/// when the results are too old, and whenever the world may have been changed.
public final class DataMemo {
  private final Map<Question, DataAnswer.Found> answers = new ConcurrentHashMap<>();

  /// What a data source is asked.
  ///
  /// @param provider its identity
  /// @param config wholly known and unmarked
  record Question(String provider, String type, Value config) {}

  Optional<DataAnswer.Found> answer(Question question) {
    return Optional.ofNullable(answers.get(question));
  }

  void remember(Question question, DataAnswer.Found answer) {
    answers.put(question, answer);
  }

  /// From now on everything is read anew.
  public void forget() {
    answers.clear();
  }
}
