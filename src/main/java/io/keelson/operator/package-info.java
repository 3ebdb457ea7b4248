/// The operator: reconcilers, the runner of a Stack, and what they write.
@NullMarked
package io.keelson.operator;

import org.jspecify.annotations.NullMarked;
