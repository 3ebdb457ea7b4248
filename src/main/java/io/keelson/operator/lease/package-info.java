/// Which process may write: the leader's lease, its epoch, and the processes that hold or held it.
@NullMarked
package io.keelson.operator.lease;

import org.jspecify.annotations.NullMarked;
