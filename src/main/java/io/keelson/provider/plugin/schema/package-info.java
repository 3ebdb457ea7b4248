/// What a provider says about its types, in the engine's words.
@NullMarked
package io.keelson.provider.plugin.schema;

import org.jspecify.annotations.NullMarked;
