/// Property maps as they travel between host and Pulumi provider: structs of Protocol Buffers, in
/// which some texts and some objects mean more than they say.
@NullMarked
package io.keelson.provider.pulumi.wire;

import org.jspecify.annotations.NullMarked;
