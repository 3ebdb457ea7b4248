/// Providers of the Pulumi world: their unmodified programs are started as processes, and asked
/// over Pulumi's provider protocol.
@NullMarked
package io.keelson.provider.pulumi;

import org.jspecify.annotations.NullMarked;
