package io.keelson.cli.provider;

import java.nio.file.Path;
import java.util.List;

/// Folders that packages of providers are taken from.
///
/// @param always whether that goes before what a Provider says, which is else asked first
public record Mirrors(List<Path> folders, boolean always) {
  public static final Mirrors NONE = new Mirrors(List.of(), false);
}
