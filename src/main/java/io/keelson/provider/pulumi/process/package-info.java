/// Processes of Pulumi providers: the port that they print, and what their host serves to them.
@NullMarked
package io.keelson.provider.pulumi.process;

import org.jspecify.annotations.NullMarked;
