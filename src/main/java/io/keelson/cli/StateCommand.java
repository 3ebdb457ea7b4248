package io.keelson.cli;

import io.keelson.json.JsonStateCodec;
import io.keelson.json.StateFile;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.offline.RecordedStack;
import io.keelson.operator.stack.offline.StateImport;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Works with the state of a Stack as a whole.
@Command(
    name = "state",
    description = "Work with the state of a Stack.",
    subcommands = {StateCommand.Export.class, StateCommand.Import.class},
    footer = {"", "Example:", "  keelson state export shop --to shop.json"},
    mixinStandardHelpOptions = true)
public final class StateCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do with it: export or import.");
  }

  /// Writes everything that the records of a Stack hold into one file.
  @Command(
      name = "export",
      description =
          "Write the state of a Stack as one portable file. It holds secrets in plain text: keep"
              + " it like a password.",
      footer = {"", "Example:", "  keelson state export shop --to shop.json"},
      mixinStandardHelpOptions = true)
  static final class Export implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClusterConnection connection = new ClusterConnection();

    @Parameters(index = "0", paramLabel = "STACK", description = "Name of the Stack.")
    private String stack = "";

    @Mixin private NamespaceOption namespace = new NamespaceOption();

    @Option(
        names = "--to",
        paramLabel = "FILE",
        description =
            "A file that does not exist yet, to be readable by you alone; the standard output if"
                + " not given.")
    private @Nullable Path file;

    /// @throws IOException if the file cannot be written
    @Override
    public Integer call() throws IOException, RecordedStack.Unreadable {
      try (var client = connection.open()) {
        var where = namespace.in(client);
        var recorded = RecordedStack.read(client, new StackKey(where, stack), new JsonStateCodec());
        for (var problem : recorded.problems().values())
          spec.commandLine().getErr().println("Error: " + problem.message());
        spec.commandLine().getErr().flush();
        // A file that lacks something would be taken for the whole later.
        if (!recorded.problems().isEmpty()) return 1;
        write(StateFile.write(new StateFile.Contents(recorded.state(), recorded.serials())));
        return 0;
      }
    }

    private void write(String text) throws IOException {
      var to = file;
      if (to == null) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return;
      }
      var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
      var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try (var channel = Files.newByteChannel(to, options, mine);
          var stream = Channels.newOutputStream(channel)) {
        stream.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (FileAlreadyExistsException e) {
        throw new ParameterException(
            spec.commandLine(), "The file '" + to + "' exists already; it is not written over.", e);
      }
    }
  }

  /// Makes the records of a Stack from what `export` wrote.
  @Command(
      name = "import",
      description =
          "Give a Stack the state that was exported from another one. Nothing that is recorded"
              + " already is written over. After an interruption, run it again.",
      footer = {"", "Example:", "  keelson state import shop --from shop.json"},
      mixinStandardHelpOptions = true)
  static final class Import implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ClusterConnection connection = new ClusterConnection();

    @Parameters(index = "0", paramLabel = "STACK", description = "Name of the Stack.")
    private String stack = "";

    @Mixin private NamespaceOption namespace = new NamespaceOption();

    @Option(
        names = "--from",
        required = true,
        paramLabel = "FILE",
        description = "What export wrote; - for the standard input.")
    private Path file = Path.of("-");

    /// @throws IOException if the file cannot be read
    @Override
    public Integer call() throws IOException, StateFile.NotAState, StateImport.Refused {
      var contents = StateFile.contents(text());
      try (var client = connection.open()) {
        var where = namespace.in(client);
        var key = new StackKey(where, stack);
        int written;
        try {
          written = new StateImport(client, key, new JsonStateCodec()).run(contents);
        } catch (StateImport.Forbidden e) {
          return forbidden(e, where);
        }
        int all = contents.state().instances().size();
        var out = spec.commandLine().getOut();
        out.println(
            "Imported %d instances into Stack '%s' of namespace '%s'%s."
                .formatted(
                    written,
                    stack,
                    where,
                    written == all ? "" : "; %d were there already".formatted(all - written)));
        out.flush();
        return 0;
      }
    }

    /// Says who may: whoever may do anything else in the namespace may still not write records.
    private int forbidden(StateImport.Forbidden e, String where) {
      var errors = spec.commandLine().getErr();
      errors.printf(
          "Error: %s%nRecords are written by the operator only. Import as one of admission.writers"
              + " of the chart, such as a user of the group system:masters, or in the operator's"
              + " name. Where it runs in the cluster: kubectl -n keelson-system exec -i"
              + " deploy/keelson -- java -jar /opt/keelson/keelson.jar state import %s -n %s --from"
              + " - < %s%nWhere it runs elsewhere, with a kubeconfig for a token of its service"
              + " account (kubectl -n keelson-system create token keelson).%n",
          e.getMessage(), stack, where, file.toString().equals("-") ? "FILE" : file);
      errors.flush();
      return 1;
    }

    private String text() throws IOException {
      return file.toString().equals("-")
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(file);
    }
  }
}
