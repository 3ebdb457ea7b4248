/// What is tried again until the API server has done it.
@NullMarked
package io.keelson.operator.retry;

import org.jspecify.annotations.NullMarked;
