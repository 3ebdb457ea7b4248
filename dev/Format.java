import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Formats the Java files below the given folders, or only names those that are not formatted.
///
/// Usage: `Format check|apply FOLDER...`, run by Maven with google-java-format on the class path.
final class Format {
  private Format() {}

  public static void main(String[] arguments) throws IOException {
    var apply = arguments[0].equals("apply");
    var changed =
        javaFiles(Arrays.asList(arguments).subList(1, arguments.length)).parallelStream()
            .filter(file -> format(file, apply))
            .toList();
    for (var file : changed) {
      System.out.println((apply ? "formatted " : "not formatted: ") + file);
    }
    if (!apply && !changed.isEmpty()) {
      System.out.println("Run dev/format.");
      System.exit(1);
    }
  }

  /// @param apply whether it is written as formatted
  /// @return whether that is not how it was
  private static boolean format(Path file, boolean apply) {
    try {
      var text = Files.readString(file);
      var formatted = new Formatter().formatSourceAndFixImports(text);
      if (formatted.equals(text)) {
        return false;
      }
      if (apply) {
        Files.writeString(file, formatted);
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    } catch (FormatterException e) {
      throw new IllegalStateException(file + ": " + e.getMessage(), e);
    }
  }

  private static List<Path> javaFiles(List<String> folders) throws IOException {
    var found = Stream.<Path>empty();
    for (var folder : folders) {
      try (var files = Files.walk(Path.of(folder))) {
        var java = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        found = Stream.concat(found, java.stream());
      }
    }
    return found.toList();
  }
}
