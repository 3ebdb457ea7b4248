/// Keelson: plan and apply for Kubernetes.
@NullMarked
package io.keelson;

import org.jspecify.annotations.NullMarked;
