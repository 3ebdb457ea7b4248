/// The policies of the cluster: each is compiled once for all Stacks, and its status says whether
/// it can be used.
@NullMarked
package io.keelson.operator.policy;

import org.jspecify.annotations.NullMarked;
