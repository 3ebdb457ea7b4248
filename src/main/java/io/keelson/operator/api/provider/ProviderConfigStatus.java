package io.keelson.operator.api.provider;

import io.keelson.operator.api.ApiObject;
import io.keelson.operator.api.ConditionedStatus;
import io.keelson.operator.api.ConditionsSay;

/// What is known of a provider configuration.
@ApiObject
@ConditionsSay("Its conditions: Ready says whether it can be used.")
public class ProviderConfigStatus extends ConditionedStatus {}
