/// What tests share: a real control plane, and a proxy that makes it fail.
@NullMarked
package io.keelson.testing;

import org.jspecify.annotations.NullMarked;
