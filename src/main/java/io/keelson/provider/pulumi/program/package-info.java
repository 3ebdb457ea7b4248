/// Programs of Pulumi providers: what they are asked for, and the monitor with which they register
/// what is inside of a component.
@NullMarked
package io.keelson.provider.pulumi.program;

import org.jspecify.annotations.NullMarked;
