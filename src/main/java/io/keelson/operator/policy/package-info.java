/// The policies of the cluster: each compiled once for all Stacks, and said on it whether it can be
/// used.
@NullMarked
package io.keelson.operator.policy;

import org.jspecify.annotations.NullMarked;
