/// How the API server is asked: lists by the page, patches, statuses, and what is tried again until
/// it is done.
@NullMarked
package io.keelson.operator.requests;

import org.jspecify.annotations.NullMarked;
