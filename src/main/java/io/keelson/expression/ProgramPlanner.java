package io.keelson.expression;

import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Plans declared strings.
final class ProgramPlanner {

  /// @throws Problem for the first mistake in the string
  Program plan(String declared, TypeScope types) {
    var parts = TemplateScanner.scan(declared);
    var references = new LinkedHashSet<Reference>();
    if (isAlone(parts) && parts.getFirst() instanceof TemplateScanner.Part.Embedded alone) {
      var planned = embedded(alone, declared, types, references);
      return new Program(declared, planned.node(), planned.type(), new ArrayList<>(references));
    }
    if (parts.size() == 1 && parts.getFirst() instanceof TemplateScanner.Part.Text(String text))
      return new Program(declared, new Node.Literal(Value.text(text)), Types.STRING, List.of());
    var pieces = new ArrayList<Node.Template.Piece>();
    for (TemplateScanner.Part part : parts) {
      switch (part) {
        case TemplateScanner.Part.Text(String text) ->
            pieces.add(new Node.Template.Piece(new Node.Literal(Value.text(text)), 0));
        case TemplateScanner.Part.Embedded embedded -> {
          var planned = embedded(embedded, declared, types, references);
          Interpolation.check(planned.type(), embedded.start());
          pieces.add(new Node.Template.Piece(planned.node(), embedded.start()));
        }
      }
    }
    return new Program(
        declared, new Node.Template(pieces), Types.STRING, new ArrayList<>(references));
  }

  /// A YAML block scalar ends with a line break that its writer does not see.
  private static boolean isAlone(List<TemplateScanner.Part> parts) {
    return parts.size() == 1
        || parts.size() == 2
            && parts.getLast() instanceof TemplateScanner.Part.Text(String text)
            && text.chars().allMatch(c -> c == '\n' || c == '\r');
  }

  private static Planned embedded(
      TemplateScanner.Part.Embedded embedded,
      String declared,
      TypeScope types,
      Set<Reference> references) {
    var traversal = TraversalParser.parse(embedded.source(), embedded.start());
    if (traversal.isEmpty())
      throw Problem.expression(
          embedded.start(), "unreadable expression", "this is no reference", "");
    var planned = new TraversalPlanner(declared, types).plan(traversal.get());
    planned.reference().ifPresent(reference -> addWithKeys(reference, references));
    return planned;
  }

  /// The names of the locals that a declared string refers to; none if it cannot be read.
  SortedSet<String> localsIn(String declared) {
    var locals = new TreeSet<String>();
    if (TemplateScanner.isPlain(declared)) return locals;
    try {
      for (TemplateScanner.Part part : TemplateScanner.scan(declared))
        if (part instanceof TemplateScanner.Part.Embedded(String source, int start))
          TraversalParser.parse(source, start)
              .ifPresent(traversal -> {
                if (TraversalPlanner.Rooted.of(traversal).root() instanceof Root.Local(String name))
                  locals.add(name);
              });
    } catch (Problem _) {
      return new TreeSet<>();
    }
    return locals;
  }

  /// A reference by a computed key also refers to the key.
  private static void addWithKeys(Reference reference, Set<Reference> references) {
    references.add(reference);
    for (Reference.Step step : reference.steps()) {
      if (step instanceof Reference.Step.EachKey) references.add(Reference.to(new Root.EachKey()));
      if (step instanceof Reference.Step.CountIndex)
        references.add(Reference.to(new Root.CountIndex()));
    }
  }
}
