/// Looks for what is in Secrets in everything that is none, over the whole run of a control plane.
@NullMarked
package io.keelson.testing.secrecy;

import org.jspecify.annotations.NullMarked;
