/// A Stack as people see it: in lines of the width that there is, drawn over on a terminal, or a
/// line for each change.
@NullMarked
package io.keelson.cli.status.drawing;

import org.jspecify.annotations.NullMarked;
