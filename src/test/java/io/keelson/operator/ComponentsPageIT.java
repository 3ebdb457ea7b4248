package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The page about components leads from Resources to a published version: its files are written and
/// changed as it shows them, its commands run, and what they print is what it says.
@ExtendWith(OnControlPlane.class)
@Order(OnControlPlane.EARLY)
final class ComponentsPageIT {
  private static final Path PAGE = Path.of("docs/components.md");
  private static final String START = "\n## Step by step: ";
  private static final String REFERENCE = "\n## A definition\n";
  private static final Pattern FILE = Pattern.compile("(?:# |--- )(\\S+)\n");
  private static final Pattern OTHER_PLACE = Pattern.compile("(?m)^@@\n");

  @TempDir private Path folder;

  private TestNamespace namespace;
  private OperatorUnderTest operator;
  private PageWalk walk;

  @BeforeEach
  void start(TestNamespace own) throws IOException {
    namespace = own;
    operator = OperatorUnderTest.in(own);
    walk = new PageWalk(folder, own);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  @Test
  void walkThrough_isWhatHappens() throws IOException {
    var page = Files.readString(PAGE);
    var part = page.substring(page.indexOf(START), page.indexOf(REFERENCE));

    walk.take(
        PageWalk.blocks(part.replaceAll("\\bregions\\b", namespace.name())),
        block -> {
          var file = file(block);
          switch (block.language()) {
            case "yaml" -> Files.writeString(file, block.content());
            case "diff" -> Files.writeString(file, changed(Files.readString(file), block));
            default -> throw new AssertionError("unknown block: " + block);
          }
        });
  }

  /// The file that the first line of a block names.
  private Path file(PageWalk.Block block) {
    var name = FILE.matcher(block.content());
    assertThat(name.lookingAt()).as("names a file: %s", block).isTrue();
    return folder.resolve(name.group(1));
  }

  /// A text with the changes of a `diff`.
  private static String changed(String text, PageWalk.Block diff) {
    var changed = text;
    var changes = FILE.matcher(diff.content()).replaceFirst("");
    for (String change : OTHER_PLACE.splitAsStream(changes).toList()) {
      var before = without('+', change);
      assertThat(changed).containsOnlyOnce(before);
      changed = changed.replace(before, without('-', change));
    }
    return changed;
  }

  private static String without(char sign, String change) {
    return change
        .lines()
        .filter(line -> line.charAt(0) != sign)
        .map(line -> line.substring(1) + "\n")
        .collect(Collectors.joining());
  }
}
