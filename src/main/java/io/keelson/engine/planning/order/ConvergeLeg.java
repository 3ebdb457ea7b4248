package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.Dependency;
import java.util.SortedSet;

/// The creation or update at one address, or the reading of a data source.
///
/// @param step a converge or read step
/// @param dependencies what is stored with the object there, or declared if there is none
record ConvergeLeg(Step step, InstanceAddress at, SortedSet<Dependency> dependencies)
    implements Leg {}
