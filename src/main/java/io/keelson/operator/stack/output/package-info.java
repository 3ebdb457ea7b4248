/// The outputs of a Stack in Secrets and ConfigMaps, and what other Stacks read of them.
@NullMarked
package io.keelson.operator.stack.output;

import org.jspecify.annotations.NullMarked;
