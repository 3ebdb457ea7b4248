package io.keelson.cli.status.drawing;

import io.keelson.cli.status.StackTree;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// Draws a Stack over itself on a terminal. What stood there comes back at the end, also when
/// somebody interrupts the program.
final class Screen implements Drawing {
  // The other screen, without a cursor, and without lines that go on in the next one.
  private static final String BEGIN = "\u001b[?1049h\u001b[?25l\u001b[?7l";
  private static final String END = "\u001b[?7h\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";

  private final PrintWriter out;
  private final InstantSource clock;
  private final Supplier<Terminal.Size> size;
  private final boolean colours;
  private final Thread interrupted = new Thread(this::end, "terminal");
  private boolean ended;

  /// @param size asked at each drawing: windows change
  Screen(PrintWriter out, InstantSource clock, Supplier<Terminal.Size> size, boolean colours) {
    this.out = out;
    this.clock = clock;
    this.size = size;
    this.colours = colours;
    Runtime.getRuntime().addShutdownHook(interrupted);
    write(BEGIN);
  }

  @Override
  public void draw(StackTree tree, Optional<String> trouble) {
    var now = size.get();
    var look = new Look(now.width(), colours);
    // The last line stays empty, or the terminal would scroll; and one is for the trouble.
    int height = now.height() - 1 - (trouble.isPresent() ? 1 : 0);
    var text =
        trouble.map(each -> TextWidth.cut(each, now.width()) + "\n").orElse("")
            + new TreeText(tree, clock.instant(), look).fitting(height);
    write(HOME + text.replace("\n", REST_OF_LINE + "\n") + REST_OF_SCREEN);
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(interrupted);
    } catch (IllegalStateException e) {
      // The program ends already, and the hook has found nothing left to do.
    }
  }

  private synchronized void end() {
    if (!ended) write(END);
    ended = true;
  }

  private synchronized void write(String text) {
    if (ended) return;
    out.print(text);
    out.flush();
  }
}
