/// What is stored of one Stack, opened for as long as it is the same object: its key, its records,
/// its status, its saved outputs.
@NullMarked
package io.keelson.operator.stack.store;

import org.jspecify.annotations.NullMarked;
