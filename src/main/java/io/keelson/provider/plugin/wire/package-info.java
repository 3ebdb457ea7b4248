/// Values and types as they travel between host and provider: MessagePack, and JSON.
@NullMarked
package io.keelson.provider.plugin.wire;

import org.jspecify.annotations.NullMarked;
