/// How long to wait before something is tried again.
@NullMarked
package io.keelson.retry;

import org.jspecify.annotations.NullMarked;
