package io.keelson.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.engine.value.Depth;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/// Manifests as kubectl reads them: each value is what the API server would be sent, and keep.
///
/// kubectl makes JSON of YAML 1.1, with the exceptions of [PlainScalar]; anchors and merge keys are
/// written out. Unlike kubectl, which takes the last one, a key given twice is an error.
public final class ManifestYaml {
  /// How much aliases may add: a thousand bytes of YAML can stand for more than there is memory.
  private static final int ALIASES_ADD = 100_000;

  /// A value may be nested [Depth#MOST] levels deep, and stands some levels deep in its object.
  /// What is deeper is still read up to here, so that the message can name its place. Each level
  /// takes room on the stack of a thread: more than half of the usual one is left then.
  private static final int DEEPEST = 300;

  private static final Tag PLAIN = new Tag("tag:keelson.dev,2026:plain");
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final YAMLMapper WRITER =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  private final Set<Node> met = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<String, Integer> lines = new TreeMap<>();
  private int added;
  private int level;

  private ManifestYaml() {}

  /// @param lines where each value begins, counted from 1, by its JSON pointer
  public record Document(JsonNode tree, Map<String, Integer> lines) {}

  /// Text that is not YAML. The message says what is wrong, and quotes nothing: it may be secret.
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;

    private Malformed(int line, String message) {
      super(message);
      this.line = line;
    }

    public int line() {
      return line;
    }
  }

  /// All documents but empty ones, in their order.
  public static List<Document> read(String text) throws Malformed {
    try {
      return documents(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (Malformed e) {
      // kubectl tries JSON first, which may be indented with tabs.
      if (!text.stripLeading().startsWith("{")) throw e;
      return json(text, e);
    }
  }

  /// A manifest for people to read, and to keep in Git. Ends with a line break.
  public static String write(JsonNode tree) {
    try {
      return WRITER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can be written", e);
    }
  }

  private static List<Document> documents(String text) throws Malformed {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    options.setMaxAliasesForCollections(Integer.MAX_VALUE); // bounded here, by what they add
    options.setNestingDepthLimit(DEEPEST);
    var reader = new StreamReader(text);
    var parser = new ParserImpl(reader, options);
    var composer = new Composer(parser, new Unresolved(), options);
    var documents = new ArrayList<Document>();
    try {
      while (composer.checkNode()) {
        var node = composer.getNode();
        var reading = new ManifestYaml();
        var tree = reading.value(node, "");
        if (!tree.isNull()) documents.add(new Document(tree, reading.lines));
      }
      return documents;
    } catch (MarkedYAMLException e) {
      var mark = e.getProblemMark();
      throw malformed(mark == null ? 1 : mark.getLine() + 1, e.getProblem());
    } catch (YAMLException e) {
      var problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw problem.startsWith("Nesting Depth")
          ? new Malformed(reader.getLine() + 1, Depth.TOO_DEEP)
          : malformed(1, problem);
    }
  }

  /// What the parser says may quote what is secret.
  private static Malformed malformed(int line, String problem) {
    return new Malformed(line, problem.replaceAll("'[^']*'", "…"));
  }

  private static List<Document> json(String text, Malformed asYaml) throws Malformed {
    try (var values = ExactJson.JSON.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
      var documents = new ArrayList<Document>();
      while (values.hasNextValue()) {
        int line = values.getCurrentLocation().getLineNr();
        var tree = values.nextValue();
        documents.add(new Document(asSent(tree, 0, line), Map.of("", line)));
      }
      return documents;
    } catch (java.io.IOException e) {
      throw asYaml;
    }
  }

  private static JsonNode asSent(JsonNode tree, int depth, int line) throws Malformed {
    if (depth >= DEEPEST) throw new Malformed(line, Depth.TOO_DEEP);
    return switch (tree.getNodeType()) {
      case OBJECT -> {
        var object = JSON.objectNode();
        for (var each : tree.properties())
          object.set(each.getKey(), asSent(each.getValue(), depth + 1, line));
        yield object;
      }
      case ARRAY -> {
        var array = JSON.arrayNode();
        for (var each : tree) array.add(asSent(each, depth + 1, line));
        yield array;
      }
      case NUMBER -> PlainScalar.sent(tree.decimalValue());
      default -> tree;
    };
  }

  private JsonNode value(Node node, String at) throws Malformed {
    int line = node.getStartMark().getLine() + 1;
    lines.put(at, line);
    if (!met.add(node)) addedByAlias(node, line);
    if (!open.add(node)) throw new Malformed(line, "an anchor holds itself");
    // Aliases make it deeper than it is written.
    if (++level > DEEPEST) throw new Malformed(line, Depth.TOO_DEEP);
    var value =
        switch (node) {
          case ScalarNode scalar -> scalar(scalar, line);
          case SequenceNode list -> {
            var array = JSON.arrayNode();
            for (var each : list.getValue()) array.add(value(each, at + "/" + array.size()));
            yield array;
          }
          case MappingNode mapping -> {
            var object = JSON.objectNode();
            entries(mapping, object, at);
            yield object;
          }
          default -> throw new IllegalStateException("YAML has no other nodes");
        };
    open.remove(node);
    level--;
    return value;
  }

  private void addedByAlias(Node node, int line) throws Malformed {
    added += 1 + (node instanceof ScalarNode scalar ? scalar.getValue().length() / 64 : 0);
    if (added > ALIASES_ADD) throw new Malformed(line, "its aliases stand for too much");
  }

  /// What is merged counts where it stands: a key above it is replaced, one below it replaces.
  private void entries(MappingNode mapping, ObjectNode object, String at) throws Malformed {
    var own = new HashSet<String>();
    for (var each : mapping.getValue()) {
      var line = each.getKeyNode().getStartMark().getLine() + 1;
      if (isMerge(each.getKeyNode())) {
        merge(each.getValueNode(), object, at, line);
        continue;
      }
      var key = key(each.getKeyNode(), line);
      if (!own.add(key)) throw new Malformed(line, "Duplicate field '%s'".formatted(key));
      object.set(key, value(each.getValueNode(), at + "/" + escaped(key)));
      lines.put(at + "/" + escaped(key), line);
    }
  }

  private static boolean isMerge(Node key) {
    return key instanceof ScalarNode scalar
        && scalar.getValue().equals("<<")
        && (scalar.getTag().equals(PLAIN) || scalar.getTag().equals(Tag.MERGE));
  }

  private void merge(Node source, ObjectNode object, String at, int line) throws Malformed {
    switch (source) {
      case MappingNode mapping when open.add(mapping) -> {
        if (!met.add(mapping)) addedByAlias(mapping, line);
        if (++level > DEEPEST) throw new Malformed(line, Depth.TOO_DEEP);
        entries(mapping, object, at);
        level--;
        open.remove(mapping);
      }
      case SequenceNode list
          when list.getValue().stream().allMatch(MappingNode.class::isInstance) -> {
        // The first one of several wins.
        for (var each : list.getValue().reversed()) merge(each, object, at, line);
      }
      default ->
          throw new Malformed(
              line, "<< takes a mapping, or a list of mappings, that does not hold it");
    }
  }

  private static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }

  private static String key(Node node, int line) throws Malformed {
    if (!(node instanceof ScalarNode scalar)) throw new Malformed(line, "a key must be text");
    return switch (resolved(scalar, line)) {
      case PlainScalar.Text(var text) -> text;
      case PlainScalar.Whole(var number) when number.bitLength() < 64 -> number.toString();
      case PlainScalar.Real(var number) -> PlainScalar.asKey(number);
      case PlainScalar.Truth(var truth) -> Boolean.toString(truth);
      case PlainScalar.Whole _, PlainScalar.Nothing _ ->
          throw new Malformed(line, "a key must be text; write it in quotes");
    };
  }

  private static JsonNode scalar(ScalarNode node, int line) throws Malformed {
    return switch (resolved(node, line)) {
      case PlainScalar.Text(var text) -> JSON.textNode(text);
      case PlainScalar.Truth(var truth) -> JSON.booleanNode(truth);
      case PlainScalar.Nothing _ -> JSON.nullNode();
      case PlainScalar.Whole(var number) -> PlainScalar.sent(new BigDecimal(number));
      case PlainScalar.Real(var number) when Double.isFinite(number) ->
          PlainScalar.sent(new BigDecimal(Double.toString(number)));
      case PlainScalar.Real _ ->
          throw new Malformed(
              line, "infinity and what is no number cannot be stored; write it in quotes");
    };
  }

  private static PlainScalar resolved(ScalarNode node, int line) throws Malformed {
    var text = node.getValue();
    var tag = node.getTag();
    if (tag.equals(PLAIN)) return PlainScalar.of(text);
    if (tag.equals(Tag.BINARY)) return new PlainScalar.Text(decoded(text, line));
    var plain = PlainScalar.of(text);
    boolean fits =
        switch (plain) {
          case PlainScalar.Truth _ -> tag.equals(Tag.BOOL);
          case PlainScalar.Nothing _ -> tag.equals(Tag.NULL);
          case PlainScalar.Whole _ -> tag.equals(Tag.INT) || tag.equals(Tag.FLOAT);
          case PlainScalar.Real _ -> tag.equals(Tag.FLOAT);
          case PlainScalar.Text _ -> false;
        };
    if (fits) return plain;
    if (Set.of(Tag.BOOL, Tag.NULL, Tag.INT, Tag.FLOAT).contains(tag))
      throw new Malformed(line, "the value is not what its tag says");
    return new PlainScalar.Text(text);
  }

  private static String decoded(String text, int line) throws Malformed {
    try {
      var bytes = Base64.getDecoder().decode(text.replaceAll("[\r\n]", ""));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Malformed(line, "what is tagged !!binary is not base64");
    }
  }

  /// Leaves it to us what a scalar without quotes is.
  private static final class Unresolved extends Resolver {
    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      if (kind != NodeId.scalar) return super.resolve(kind, value, false);
      return implicit ? PLAIN : Tag.STR;
    }
  }
}
