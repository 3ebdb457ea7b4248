/// What has to hold before work for a Stack is begun in a turn, gate by gate.
@NullMarked
package io.keelson.operator.stack.gate;

import org.jspecify.annotations.NullMarked;
