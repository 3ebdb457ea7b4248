package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// A text that is made while the program runs may have a `%` or a `{}` in it, from wherever it
/// comes: as a format it would end what is under way, so only constants are formats.
final class FormatTest {
  private static final Set<String> LEVELS = Set.of("trace", "debug", "info", "warn", "error");

  @Test
  void formatsOfTheProgram_areConstants() throws IOException {
    var sources = new ArrayList<JavaFileObject>();
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList())
        sources.add(new Source(file.toUri(), Files.readString(file)));
    }

    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(wrong(sources)).isEmpty();
  }

  @Test
  void formatThatIsMadeAtRunTime_isFound() throws IOException {
    var text =
        """
        class A {
          String a(String b, int c) {
            b.formatted(c);
            ("x" + b).formatted(c);
            String.format(b, c);
            String.format(Locale.ROOT, "%s" + b, c);
            out.printf(b, c);
            LOG.warn(b, c);
            LOG.warn("{}", c);
            LOG.warn(b);
            ("%s" + "%d").formatted(b, c);
            ROW.formatted(c);
            return String.format(Locale.ROOT, A.ROW, c);
          }
        }
        """;

    assertThat(wrong(List.of(new Source(URI.create("string:///A.java"), text))))
        .containsExactly("A.java:3", "A.java:4", "A.java:5", "A.java:6", "A.java:7", "A.java:8");
  }

  private static List<String> wrong(List<JavaFileObject> sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var task = (JavacTask) compiler.getTask(null, null, null, null, null, sources);
    var wrong = new ArrayList<String>();
    var trees = com.sun.source.util.Trees.instance(task);
    for (CompilationUnitTree unit : task.parse())
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
          if (call.getMethodSelect() instanceof MemberSelectTree method && isWrong(call, method)) {
            long at = trees.getSourcePositions().getEndPosition(unit, method);
            var name = Path.of(unit.getSourceFile().toUri().getPath()).getFileName();
            wrong.add(name + ":" + unit.getLineMap().getLineNumber(at));
          }
          return super.visitMethodInvocation(call, null);
        }
      }.scan(unit, null);
    return wrong;
  }

  private static boolean isWrong(MethodInvocationTree call, MemberSelectTree method) {
    var name = method.getIdentifier().toString();
    var receiver = method.getExpression();
    var arguments = call.getArguments();
    if (name.equals("formatted")) return !isConstant(receiver);
    boolean formats =
        name.equals("printf")
            || name.equals("format") && receiver.toString().equals("String")
            || LEVELS.contains(name) && receiver.toString().equals("LOG") && arguments.size() > 1;
    if (!formats) return false;
    boolean afterLocale = arguments.getFirst().toString().startsWith("Locale.");
    return !isConstant(arguments.get(afterLocale ? 1 : 0));
  }

  private static boolean isConstant(ExpressionTree format) {
    return switch (format) {
      case LiteralTree _ -> true;
      case ParenthesizedTree inner -> isConstant(inner.getExpression());
      case BinaryTree sum -> isConstant(sum.getLeftOperand()) && isConstant(sum.getRightOperand());
      case IdentifierTree name -> isConstantName(name.getName().toString());
      case MemberSelectTree name -> isConstantName(name.getIdentifier().toString());
      default -> false;
    };
  }

  private static boolean isConstantName(String name) {
    return name.matches("[A-Z][A-Z0-9_]*");
  }

  /// A text to parse.
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(URI uri, String text) {
      super(uri, Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
