/// Installs the providers of the cluster, and says on each what became of it.
@NullMarked
package io.keelson.operator.provider;

import org.jspecify.annotations.NullMarked;
