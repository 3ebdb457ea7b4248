package io.keelson.expression.function;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.TypeNames;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/// YAML with sorted keys and quoted strings, so that readers of YAML 1.1 and 1.2 see the same.
final class YamlWriting {
  private static final YAMLFactory FACTORY =
      YAMLFactory.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .build();

  private final Call call;
  private final JsonGenerator yaml;

  private YamlWriting(Call call, JsonGenerator yaml) {
    this.call = call;
    this.yaml = yaml;
  }

  /// @throws io.keelson.expression.value.Problem if the value has parts that only expressions know
  static String encode(Call call) {
    var text = new StringWriter();
    try (var generator = FACTORY.createGenerator(text)) {
      new YamlWriting(call, generator).write(call.argument(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    call.budget().text(text.getBuffer().length());
    return text.toString();
  }

  private void write(Value value) throws IOException {
    call.budget().step();
    switch (value) {
      case Value.Null _ -> yaml.writeNull();
      case Value.Text(String text, _) -> {
        call.budget().text(text.length());
        yaml.writeString(text);
      }
      case Value.Num num -> yaml.writeNumber(num.number());
      case Value.Truth(boolean truth, _) -> yaml.writeBoolean(truth);
      case Sequence sequence -> {
        yaml.writeStartArray();
        for (Value element : sequence.elements()) write(element);
        yaml.writeEndArray();
      }
      case Mapping mapping -> writeObject(mapping);
      case Value.Unknown _ -> throw new IllegalStateException("only known values get here");
    }
  }

  private void writeObject(Mapping mapping) throws IOException {
    if (Capsule.isCapsule(mapping))
      throw call.problem(
          "wrong argument", "YAML cannot hold " + TypeNames.of(mapping), "Use string(…) first.");
    yaml.writeStartObject();
    for (int i = 0; i < mapping.size(); i++) {
      yaml.writeFieldName(mapping.key(i));
      write(mapping.value(i));
    }
    yaml.writeEndObject();
  }
}
