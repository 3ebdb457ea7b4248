/// A Stack without its runner, for commands: previewed, read, imported.
@NullMarked
package io.keelson.operator.stack.offline;

import org.jspecify.annotations.NullMarked;
