import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Draws the way of a change, from its declaration to its status, for light and for dark pages.
///
/// Usage: `Picture FOLDER` writes `change-light.svg` and `change-dark.svg` there. The same program
/// always writes the same bytes.
final class Picture {
  private static final int WIDTH = 840;
  private static final int HEIGHT = 332;
  private static final int CARD = 150;
  private static final int GAP = 18;
  private static final int MARGIN = 9;
  private static final int TOP = 46;
  private static final int BOTTOM = 214;
  private static final int WORLD_TOP = 262;
  private static final int WORLD_BOTTOM = 318;

  private static final String SANS =
      "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif";
  private static final String MONO =
      "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

  private static final String TITLE = "The way of a change";
  private static final String DESCRIPTION =
      "A person or Git declares a Stack and its Resources. The operator plans: a Plan object has"
          + " the changes and a digest. A person approves that digest with a PlanApproval, or a"
          + " rule of the Stack lets the plan pass. The operator applies it: it records its intent,"
          + " calls the provider over gRPC, and records the result. The ResourceInstance and the"
          + " status of the Stack say what exists. The real objects are read at every interval:"
          + " what others changed is reported as drift, and planned anew.";

  private static final List<Station> STATIONS =
      List.of(
          new Station(
              "Declared",
              Actor.PERSON,
              "a person or Git",
              "Stack, Resource",
              List.of("kind: Resource", "type: random_id", "config:", "  byte_length: 8")),
          new Station(
              "Planned",
              Actor.OPERATOR,
              "the operator",
              "Plan",
              List.of(
                  "-/+ random_id.shop", "  ~ byte_length", "      4 -> 8", "digest: 3fa94c0e…")),
          new Station(
              "Approved",
              Actor.PERSON,
              "a person, or a rule",
              "PlanApproval",
              List.of("decision: Approve", "digest: 3fa94c0e…", "approver: ada")),
          new Station(
              "Applied",
              Actor.OPERATOR,
              "the operator",
              "calls of a provider",
              List.of("intent -> record", "call   -> gRPC", "result -> record")),
          new Station(
              "In status",
              Actor.OPERATOR,
              "the operator",
              "ResourceInstance",
              List.of("phase: Ready", "conditions:", "  Ready: True", "  (UpToDate)")));

  /// Who brings a change to a station.
  private enum Actor {
    PERSON,
    OPERATOR
  }

  /// One stop of the way.
  ///
  /// @param by who acts, in words
  /// @param artefact what is there to look at
  /// @param excerpt lines of it, of 18 characters at most
  private record Station(
      String name, Actor actor, String by, String artefact, List<String> excerpt) {}

  /// The colours of a page.
  private record Palette(
      String name,
      String card,
      String edge,
      String inset,
      String text,
      String quiet,
      String arrow,
      String person,
      String operator) {
    String of(Actor actor) {
      return actor == Actor.PERSON ? person : operator;
    }
  }

  private static final List<Palette> PALETTES =
      List.of(
          new Palette(
              "light", "#ffffff", "#d0d7de", "#f6f8fa", "#1f2328", "#59636e", "#818b98", "#9a4600",
              "#0550ae"),
          new Palette(
              "dark", "#151b23", "#3d444d", "#0d1117", "#f0f6fc", "#9198a1", "#7d8590", "#f0a35e",
              "#79b8ff"));

  private final StringBuilder svg = new StringBuilder();
  private final Palette palette;

  private Picture(Palette palette) {
    this.palette = palette;
  }

  public static void main(String[] arguments) throws IOException {
    for (var palette : PALETTES)
      Files.writeString(
          Path.of(arguments[0], "change-" + palette.name() + ".svg"), new Picture(palette).drawn());
  }

  private String drawn() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " role=\"img\" aria-labelledby=\"title description\" font-family=\"%s\">",
        WIDTH, HEIGHT, WIDTH, HEIGHT, SANS);
    add("  <title id=\"title\">%s</title>", TITLE);
    add("  <desc id=\"description\">%s</desc>", DESCRIPTION);
    add(
        "  <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\""
            + " markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
            + "<path d=\"M0 0 8 4 0 8z\" fill=\"%s\"/></marker></defs>",
        palette.arrow());
    for (int i = 0; i < STATIONS.size(); i++) station(i);
    for (int i = 1; i < STATIONS.size(); i++)
      arrow("M%d 124H%d".formatted(left(i) - GAP + 1, left(i) - 1));
    world();
    drift();
    add("</svg>");
    return svg.toString();
  }

  private static int left(int station) {
    return MARGIN + station * (CARD + GAP);
  }

  private static int middle(int station) {
    return left(station) + CARD / 2;
  }

  private void station(int index) {
    var station = STATIONS.get(index);
    var colour = palette.of(station.actor());
    int left = left(index);
    add(
        "  <rect x=\"%d\" y=\"10\" width=\"%d\" height=\"26\" rx=\"13\" fill=\"%s\""
            + " fill-opacity=\"0.12\"/>",
        left, CARD, colour);
    text(middle(index), 28, 13, colour, "text-anchor=\"middle\"", station.by());
    box(left, TOP, CARD, BOTTOM - TOP, palette.card());
    add(
        "  <path d=\"M%d %dh%d\" stroke=\"%s\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
        left + 12, TOP + 1, CARD - 24, colour);
    text(
        left + 12,
        TOP + 31,
        17,
        palette.text(),
        "font-weight=\"600\"",
        index + 1 + "  " + station.name());
    text(left + 12, TOP + 53, 13.5, palette.quiet(), "", station.artefact());
    add(
        "  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"96\" rx=\"6\" fill=\"%s\"/>",
        left + 6, TOP + 66, CARD - 12, palette.inset());
    for (int line = 0; line < station.excerpt().size(); line++)
      code(left + 12, TOP + 86 + line * 21, station.excerpt().get(line));
  }

  private void world() {
    int left = left(3);
    int right = left(4) + CARD;
    box(left, WORLD_TOP, right - left, WORLD_BOTTOM - WORLD_TOP, palette.inset());
    text(
        (left + right) / 2,
        WORLD_TOP + 25,
        15,
        palette.text(),
        "text-anchor=\"middle\" font-weight=\"600\"",
        "The real objects");
    text(
        (left + right) / 2,
        WORLD_TOP + 44,
        13,
        palette.quiet(),
        "text-anchor=\"middle\"",
        "in a cloud, in this cluster, anywhere");
    arrow("M%d %dV%d".formatted(middle(3), BOTTOM + 1, WORLD_TOP - 1));
    text(middle(3) + 9, 242, 13, palette.quiet(), "", "changed");
    arrow("M%d %dV%d".formatted(middle(4), WORLD_TOP - 1, BOTTOM + 1));
    text(middle(4) + 9, 242, 13, palette.quiet(), "", "read");
  }

  /// From the real objects back to a plan.
  private void drift() {
    int y = (WORLD_TOP + WORLD_BOTTOM) / 2;
    add(
        "  <path d=\"M%d %dH%dq-12 0 -12 -12V%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\""
            + " stroke-dasharray=\"5 4\" marker-end=\"url(#head)\"/>",
        left(3) - 1, y, middle(1) + 12, BOTTOM + 1, palette.arrow());
    int x = (middle(1) + left(3)) / 2;
    text(
        x,
        y - 10,
        13.5,
        palette.operator(),
        "text-anchor=\"middle\" font-weight=\"600\"",
        "drift: read at every interval");
    text(x, y + 22, 13, palette.quiet(), "text-anchor=\"middle\"", "reported, and planned anew");
  }

  private void box(int x, int y, int width, int height, String fill) {
    add(
        "  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\" fill=\"%s\" stroke=\"%s\"/>",
        x, y, width, height, fill, palette.edge());
  }

  private void arrow(String path) {
    add(
        "  <path d=\"%s\" stroke=\"%s\" stroke-width=\"1.6\" marker-end=\"url(#head)\"/>",
        path, palette.arrow());
  }

  private void text(int x, int y, double size, String colour, String more, String words) {
    add(
        "  <text x=\"%d\" y=\"%d\" font-size=\"%s\" fill=\"%s\"%s>%s</text>",
        x, y, size, colour, more.isEmpty() ? "" : " " + more, escaped(words));
  }

  private void code(int x, int y, String words) {
    text(x, y, 12, palette.text(), "font-family=\"" + MONO + "\" xml:space=\"preserve\"", words);
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private void add(String format, Object... values) {
    svg.append(format.formatted(values)).append('\n');
  }
}
