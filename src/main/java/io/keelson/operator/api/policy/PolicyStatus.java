package io.keelson.operator.api.policy;

import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.ConditionsSay;

/// Whether a policy can be used.
@ApiObject
@ConditionsSay("Its conditions: Ready says whether it can be used.")
public class PolicyStatus extends ConditionedStatus {}
