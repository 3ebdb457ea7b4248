package io.keelson.cli;

/// Where an object was declared.
///
/// @param file as it was named, or `stdin`
/// @param line the first one of the object, counted from 1
/// @param object its kind and name
record Origin(String file, int line, String object) {
  @Override
  public String toString() {
    return file + " line " + line + ", " + object;
  }
}
