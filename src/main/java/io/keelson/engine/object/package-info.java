/// The rules for one object: what is proposed for it, what a provider may answer, which action
/// follows, and what stays secret.
@NullMarked
package io.keelson.engine.object;

import org.jspecify.annotations.NullMarked;
