/// What a Pulumi provider says about its types, in the engine's words.
@NullMarked
package io.keelson.provider.pulumi.schema;

import org.jspecify.annotations.NullMarked;
