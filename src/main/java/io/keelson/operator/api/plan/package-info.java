/// The custom resources Plan and PlanApproval.
@NullMarked
package io.keelson.operator.api.plan;

import org.jspecify.annotations.NullMarked;
