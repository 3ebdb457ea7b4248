/// The calls of Pulumi's provider protocol, over one connection.
@NullMarked
package io.keelson.provider.pulumi.rpc;

import org.jspecify.annotations.NullMarked;
