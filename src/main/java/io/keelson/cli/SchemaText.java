package io.keelson.cli;

import io.keelson.cli.provider.DescribedType;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.NestedBlock;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Shape;
import io.keelson.provider.plugin.schema.IdentitySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Tells people what a schema says: what can be written first, and what only the provider gives.
final class SchemaText {
  private static final String INDENT = "  ";
  private static final int WIDTH = 96;

  private final Documentation documentation;
  private final StringBuilder text = new StringBuilder();

  private SchemaText(Documentation documentation) {
    this.documentation = documentation;
  }

  static String of(DescribedType type) {
    var page = new SchemaText(type.documentation());
    page.line("", type.title() + ": " + type.kind().words() + " of " + type.provider());
    page.note(type.documentation().own(), "");
    page.root(type.schema().root());
    type.identity().ifPresent(page::identity);
    if (!type.functions().isEmpty()) {
      page.heading("Functions");
      type.functions()
          .forEach((name, function) ->
              page.line(INDENT, function.shown("provider." + type.name() + "." + name)));
    }
    return page.text.toString();
  }

  private void root(Block block) {
    var arguments = new TreeMap<String, Attribute>();
    var results = new TreeMap<String, Attribute>();
    block
        .attributes()
        .forEach(
            (name, each) -> (each.presence().configurable() ? arguments : results).put(name, each));
    if (!arguments.isEmpty()) heading("Arguments");
    attributes(arguments, "", INDENT);
    if (!block.blocks().isEmpty()) heading("Blocks");
    block.blocks().forEach((name, each) -> block(name, each, "", INDENT));
    if (!results.isEmpty()) heading("Attributes that the provider gives");
    attributes(results, "", INDENT);
    if (text.indexOf("\n") == text.length() - 1)
      line("", "It has neither arguments nor attributes.");
  }

  private void identity(IdentitySchema identity) {
    heading("Identity, for an import");
    identity
        .type()
        .attributes()
        .forEach((name, each) -> {
          boolean required = identity.requiredForImport().contains(name);
          line(INDENT, name + "  " + each + "  (" + (required ? "required" : "optional") + ")");
        });
  }

  private void heading(String heading) {
    line("", "");
    line("", heading);
  }

  /// @param path of what holds them, with a dot behind it; empty at the top
  private void attributes(SortedMap<String, Attribute> attributes, String path, String indent) {
    attributes.forEach((name, each) -> {
      line(indent, name + "  " + type(each) + "  (" + String.join(", ", facts(each)) + ")");
      note(documentation.of(path + name), indent + INDENT);
      if (each.shape() instanceof Shape.Nested nested)
        attributes(nested.attributes(), path + name + ".", indent + INDENT);
    });
  }

  private void block(String name, NestedBlock nested, String path, String indent) {
    line(indent, name + "  " + held(nested.nesting(), "block") + number(nested));
    note(documentation.of(path + name), indent + INDENT);
    var below = path + name + ".";
    attributes(nested.block().attributes(), below, indent + INDENT);
    nested.block().blocks().forEach((inner, each) -> block(inner, each, below, indent + INDENT));
  }

  private static String type(Attribute attribute) {
    return attribute.shape() instanceof Shape.Nested nested
        ? held(nested.nesting(), "object")
        : attribute.type().toString();
  }

  private static String held(Nesting nesting, String what) {
    return switch (nesting) {
      case SINGLE -> what;
      case GROUP -> what + ", always there";
      case LIST -> "list of " + what + "s";
      case SET -> "set of " + what + "s";
      case MAP -> "map of " + what + "s";
    };
  }

  private static String number(NestedBlock nested) {
    var limits = new ArrayList<String>();
    if (nested.min() > 0) limits.add("at least " + nested.min());
    if (nested.max() > 0) limits.add("at most " + nested.max());
    return limits.isEmpty() ? "" : "  (" + String.join(", ", limits) + ")";
  }

  private static List<String> facts(Attribute attribute) {
    var facts = new ArrayList<String>();
    facts.add(
        switch (attribute.presence()) {
          case REQUIRED -> "required";
          case OPTIONAL -> "optional";
          case OPTIONAL_COMPUTED -> "optional, else computed";
          case COMPUTED -> "computed";
        });
    if (attribute.sensitive()) facts.add("sensitive");
    if (attribute.writeOnly()) facts.add("write-only");
    return facts;
  }

  private void note(Documentation.Note note, String indent) {
    if (!note.deprecation().isEmpty()) paragraph("Deprecated: " + note.deprecation(), indent);
    if (!note.text().isEmpty()) paragraph(note.text(), indent);
  }

  /// Lines stay lines, and long ones are broken at spaces.
  private void paragraph(String paragraph, String indent) {
    for (String line : paragraph.split("\n", -1)) {
      var rest = line.stripTrailing();
      int width = Math.max(WIDTH - indent.length(), WIDTH / 2);
      while (rest.length() > width) {
        int space = rest.lastIndexOf(' ', width);
        if (space <= 0) break;
        line(indent, rest.substring(0, space));
        rest = rest.substring(space + 1);
      }
      line(indent, rest);
    }
  }

  private void line(String indent, String line) {
    text.append((indent + line).stripTrailing()).append('\n');
  }
}
