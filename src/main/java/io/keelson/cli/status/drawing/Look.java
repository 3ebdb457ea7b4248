package io.keelson.cli.status.drawing;

/// What text has to look like where it is read.
///
/// @param width in columns; lines that are longer are cut
/// @param colours whether there are any
public record Look(int width, boolean colours) {
  /// For programs and files: nothing is cut.
  public static final Look PLAIN = new Look(Integer.MAX_VALUE, false);
}
