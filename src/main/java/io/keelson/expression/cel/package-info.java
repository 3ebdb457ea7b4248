/// Reads and checks what is written, with CEL, and plans it as nodes. All use of cel-java stays in
/// here.
@NullMarked
package io.keelson.expression.cel;

import org.jspecify.annotations.NullMarked;
