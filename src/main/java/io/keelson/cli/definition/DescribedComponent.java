package io.keelson.cli.definition;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Documentation;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.operator.api.DeclaredVariable;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.api.component.ComponentDefinitionSpec;
import io.keelson.operator.api.component.ComponentDefinitionSpec.Output;
import io.keelson.operator.api.component.ComponentDefinitionSpec.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What can be given to a component, and what it gives, for people and for editors.
public final class DescribedComponent {
  private final ComponentDefinition definition;
  private final ComponentDefinitionSpec spec;
  private final StringBuilder text = new StringBuilder();

  public DescribedComponent(ComponentDefinition definition) {
    this.definition = definition;
    this.spec = definition.getSpec();
  }

  public String name() {
    return definition.getMetadata().getName();
  }

  /// What a user asks for it by, such as `component/web-app`.
  public String title() {
    return "component/" + name();
  }

  /// In one sentence.
  public String about() {
    return "A component: version %s of namespace %s."
        .formatted(spec.version, definition.getMetadata().getNamespace());
  }

  /// What can be given to it.
  public Schema inputs() {
    var attributes = new TreeMap<String, Attribute>();
    for (DeclaredVariable each : list(spec.variables)) {
      var attribute =
          Attribute.of(type(each), isRequired(each) ? Presence.REQUIRED : Presence.OPTIONAL);
      attributes.put(
          each.name, Boolean.TRUE.equals(each.sensitive) ? attribute.asSensitive() : attribute);
    }
    return Schema.of(0, attributes);
  }

  /// About its inputs.
  public Documentation documentation() {
    var notes = new TreeMap<String, Documentation.Note>();
    for (DeclaredVariable each : list(spec.variables)) notes.put(each.name, note(each.description));
    return new Documentation(note(spec.description), notes);
  }

  /// A type that cannot be read is told by `keelson check`; here it is any.
  private static Type type(DeclaredVariable variable) {
    try {
      return VariableType.of(variable).type();
    } catch (IllegalArgumentException e) {
      return Types.DYNAMIC;
    }
  }

  private static boolean isRequired(DeclaredVariable variable) {
    return variable.standIn == null;
  }

  private static Documentation.Note note(@Nullable String text) {
    return text == null ? Documentation.Note.NONE : new Documentation.Note(text, "");
  }

  private static <T> List<T> list(@Nullable List<T> written) {
    return written == null ? List.of() : written;
  }

  /// For people. Ends with a line break.
  public String text() {
    line(title() + ": " + about());
    described("", spec.description);
    heading("Inputs", list(spec.variables));
    for (DeclaredVariable each : list(spec.variables)) {
      var written = each.type == null ? "any" : each.type;
      line("  %s  %s  (%s)".formatted(each.name, written, String.join(", ", facts(each))));
      described("    ", each.description);
    }
    heading("Providers", list(spec.providers));
    for (Slot each : list(spec.providers))
      line(
          "  %s  %s%s"
              .formatted(
                  each.name,
                  each.provider,
                  Boolean.TRUE.equals(each.optional) ? "  (optional)" : ""));
    heading("Outputs", list(spec.outputs));
    for (Output each : list(spec.outputs)) {
      var written = each.type == null ? "any" : each.type;
      var sensitive = Boolean.TRUE.equals(each.sensitive) ? "  (sensitive)" : "";
      line("  " + each.name + "  " + written + sensitive);
      described("    ", each.description);
    }
    return text.toString();
  }

  private static List<String> facts(DeclaredVariable variable) {
    var facts = new ArrayList<String>();
    boolean sensitive = Boolean.TRUE.equals(variable.sensitive);
    if (isRequired(variable)) facts.add("required");
    else facts.add(sensitive ? "optional" : "default " + variable.standIn);
    if (Boolean.FALSE.equals(variable.nullable)) facts.add("not null");
    if (sensitive) facts.add("sensitive");
    if (Boolean.TRUE.equals(variable.ephemeral)) facts.add("ephemeral");
    return facts;
  }

  private void heading(String heading, List<?> below) {
    if (below.isEmpty()) return;
    line("");
    line(heading);
  }

  private void described(String indent, @Nullable String description) {
    if (description != null) description.lines().forEach(each -> line(indent + each));
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }
}
