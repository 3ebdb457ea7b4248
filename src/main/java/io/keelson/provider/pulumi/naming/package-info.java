/// How a host has Pulumi providers name the objects that are declared without a name.
@NullMarked
package io.keelson.provider.pulumi.naming;

import org.jspecify.annotations.NullMarked;
