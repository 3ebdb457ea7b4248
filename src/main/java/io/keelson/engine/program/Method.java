package io.keelson.engine.program;

/// A method that a program calls, of itself or of something that it was told of. What it is given
/// only those know who run the program and who have the method: they speak the same protocol.
///
/// @rule R-PRG-26
public interface Method {
  /// What the method is called in its package, such as `site:index:WebApp/describe`.
  String token();
}
