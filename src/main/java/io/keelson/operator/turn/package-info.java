/// Who comes next when many want the same.
@NullMarked
package io.keelson.operator.turn;

import org.jspecify.annotations.NullMarked;
