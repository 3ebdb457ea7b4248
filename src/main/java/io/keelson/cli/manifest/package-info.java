/// What files declare: read, checked as the API server would, and told of by file and place.
@NullMarked
package io.keelson.cli.manifest;

import org.jspecify.annotations.NullMarked;
