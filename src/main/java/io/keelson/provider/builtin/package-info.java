/// The provider that needs no outside world.
@NullMarked
package io.keelson.provider.builtin;

import org.jspecify.annotations.NullMarked;
