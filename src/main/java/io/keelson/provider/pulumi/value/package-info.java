/// Properties as the engine's values, and values as properties.
@NullMarked
package io.keelson.provider.pulumi.value;

import org.jspecify.annotations.NullMarked;
