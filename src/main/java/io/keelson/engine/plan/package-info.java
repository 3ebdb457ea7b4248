/// A plan as it is proposed and approved: changes, steps, options, the digest, and what an approval
/// covers.
@NullMarked
package io.keelson.engine.plan;

import org.jspecify.annotations.NullMarked;
