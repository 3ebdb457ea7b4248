/// What a user is told about a problem.
@NullMarked
package io.keelson.engine.diagnostic;

import org.jspecify.annotations.NullMarked;
