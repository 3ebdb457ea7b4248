/// The order in which work that waits is done, and in which places are given.
@NullMarked
package io.keelson.operator.turn;

import org.jspecify.annotations.NullMarked;
