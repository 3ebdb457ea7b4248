/// What stacks and components change in what is declared inside of them: where, and how a body is
/// evaluated then.
@NullMarked
package io.keelson.engine.config.transform;

import org.jspecify.annotations.NullMarked;
