/// `kubernetes_object`: any object of a Kubernetes API server, through server-side apply.
@NullMarked
package io.keelson.provider.kubernetes;

import org.jspecify.annotations.NullMarked;
