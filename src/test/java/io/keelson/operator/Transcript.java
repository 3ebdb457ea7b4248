package io.keelson.operator;

import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a person does with kubectl and reads, from a text file: a title, then steps that start with
/// `=== ` and the command. What follows a command is its input or, for `kubectl get`, what is read:
/// reason and message of the condition Ready, phase and message of a PlanApproval.
record Transcript(String title, List<Step> steps) {
  static final boolean UPDATED = "update".equals(System.getProperty("golden"));

  private static final String MARK = "=== kubectl ";

  /// @param command without `kubectl`
  /// @param input of the command, or what it is to print
  record Step(String command, String input) {
    boolean isReading() {
      return command.startsWith("get ");
    }

    /// Kind and name of what is read.
    String object() {
      return command.substring("get ".length());
    }

    String reason() {
      return input.lines().findFirst().orElseThrow();
    }

    /// @throws AssertionError if kubectl fails
    void run(TestNamespace namespace) {
      if (command.equals("apply -f -")) namespace.apply(input);
      else namespace.kubectl(command.split(" ", -1)).orThrow();
    }
  }

  static Transcript read(Path file) throws IOException {
    var parts = Files.readString(file).split("(?m)^" + MARK, -1);
    var steps = new ArrayList<Step>();
    for (String part : List.of(parts).subList(1, parts.length)) {
      int end = part.indexOf('\n');
      steps.add(new Step(part.substring(0, end), part.substring(end + 1)));
    }
    return new Transcript(parts[0], List.copyOf(steps));
  }

  /// The same with something else read in a step.
  Transcript with(Step step, String said) {
    var changed = new ArrayList<>(steps);
    changed.set(steps.indexOf(step), new Step(step.command(), said));
    return new Transcript(title, List.copyOf(changed));
  }

  /// Writes it down, where transcripts are written anew.
  void write(Path file) throws IOException {
    if (!UPDATED) return;
    var text = new StringBuilder(title);
    steps.forEach(
        step -> text.append(MARK).append(step.command()).append('\n').append(step.input()));
    Files.writeString(file, text);
  }

  /// Without what is another in every run.
  static String steady(String message, TestNamespace namespace) {
    return message
        .replace(namespace.name(), "NAMESPACE")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME");
  }
}
