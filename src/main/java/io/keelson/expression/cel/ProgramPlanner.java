package io.keelson.expression.cel;

import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.evaluation.Interpolation;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.evaluation.Program;
import io.keelson.expression.value.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Plans declared strings. Checking by CEL is what takes time, so programs with CEL in them are
/// kept by the string and the types of what it refers to.
public final class ProgramPlanner {
  private static final int MOST_PROGRAMS = 20_000;

  /// @param types of the traversals in order
  private record Key(String declared, List<Type> types, List<ProviderFunctionCall> calls) {}

  /// An embedded expression before it is checked: a planned traversal, or a tree for CEL.
  private sealed interface Read {
    record Plain(PlannedNode planned) implements Read {}

    record Cel(TemplateScanner.Part.Embedded embedded, FoldedExpression folded) implements Read {}
  }

  private final Map<Key, Program> programs = new ConcurrentHashMap<>();

  /// @throws Problem for the first mistake in the string
  public Program plan(String declared, TypeScope types) {
    var parts = TemplateScanner.scan(declared);
    var reads = new ArrayList<Read>();
    for (TemplateScanner.Part part : parts)
      if (part instanceof TemplateScanner.Part.Embedded embedded)
        reads.add(read(embedded, declared, types));
    var leaves = new ArrayList<Type>();
    var calls = new ArrayList<ProviderFunctionCall>();
    for (Read read : reads)
      if (read instanceof Read.Cel(_, var folded)) {
        leaves.addAll(folded.types());
        calls.addAll(folded.calls());
      }
    boolean plain = reads.stream().allMatch(Read.Plain.class::isInstance);
    if (plain) return assemble(declared, parts, reads);
    for (Read read : reads) if (read instanceof Read.Plain(var planned)) leaves.add(planned.type());
    var key = new Key(declared, leaves, calls);
    var kept = programs.get(key);
    if (kept != null) return kept;
    var program = assemble(declared, parts, reads);
    if (programs.size() >= MOST_PROGRAMS) programs.clear();
    programs.put(key, program);
    return program;
  }

  private Read read(TemplateScanner.Part.Embedded embedded, String declared, TypeScope types) {
    var traversal = TraversalParser.parse(embedded.source(), embedded.start());
    if (traversal.isPresent())
      return new Read.Plain(new TraversalPlanner(declared, types).plan(traversal.get()));
    return new Read.Cel(embedded, CelReader.shared().read(embedded, declared, types));
  }

  private Program assemble(String declared, List<TemplateScanner.Part> parts, List<Read> reads) {
    var references = new LinkedHashSet<Reference>();
    if (isAlone(parts) && !reads.isEmpty()) {
      var planned = planned(reads.getFirst(), declared, references);
      return new Program(declared, planned.node(), planned.type(), new ArrayList<>(references));
    }
    if (reads.isEmpty() && parts.getFirst() instanceof TemplateScanner.Part.Text(String text))
      return new Program(declared, new Node.Literal(Value.text(text)), Types.STRING, List.of());
    var pieces = new ArrayList<Node.Template.Piece>();
    var remaining = reads.iterator();
    for (TemplateScanner.Part part : parts) {
      switch (part) {
        case TemplateScanner.Part.Text(String text) ->
            pieces.add(new Node.Template.Piece(new Node.Literal(Value.text(text)), 0));
        case TemplateScanner.Part.Embedded embedded -> {
          var planned = planned(remaining.next(), declared, references);
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

  private PlannedNode planned(Read read, String declared, Set<Reference> references) {
    return switch (read) {
      case Read.Plain(var planned) -> {
        planned.reference().ifPresent(reference -> addWithKeys(reference, references));
        yield planned;
      }
      case Read.Cel(var embedded, var folded) -> {
        var checked = CelReader.shared().check(embedded, folded);
        var environment = CelReader.shared().environment();
        yield new NodePlanner(environment, declared, folded, checked, Map.of(), references).plan();
      }
    };
  }

  /// A reference by a computed key also refers to the key.
  static void addWithKeys(Reference reference, Set<Reference> references) {
    references.add(reference);
    for (Reference.Step step : reference.steps()) {
      if (step instanceof Reference.Step.EachKey) references.add(Reference.to(new Root.EachKey()));
      if (step instanceof Reference.Step.CountIndex)
        references.add(Reference.to(new Root.CountIndex()));
    }
  }

  /// The names of the locals that a declared string refers to; none if it cannot be read.
  public SortedSet<String> localsIn(String declared) {
    var locals = new TreeSet<String>();
    if (TemplateScanner.isPlain(declared)) return locals;
    try {
      for (TemplateScanner.Part part : TemplateScanner.scan(declared))
        if (part instanceof TemplateScanner.Part.Embedded embedded)
          for (Traversal traversal : traversals(embedded)) local(traversal, locals);
    } catch (Problem _) {
      return new TreeSet<>();
    }
    return locals;
  }

  private List<Traversal> traversals(TemplateScanner.Part.Embedded embedded) {
    return TraversalParser.parse(embedded.source(), embedded.start())
        .map(List::of)
        .orElseGet(() -> CelReader.shared().traversals(embedded));
  }

  private static void local(Traversal traversal, Set<String> locals) {
    if (traversal.name().equals("local")
        && !traversal.steps().isEmpty()
        && traversal.steps().getFirst().step() instanceof Reference.Step.Attribute(String name))
      locals.add(name);
  }
}
