package io.keelson.provider.plugin.supervision;

import java.time.Duration;

/// What a supervisor has to know of the program whose processes it looks after.
///
/// @param name what the program is called in messages, such as `hashicorp/time 0.14.2`
/// @param source the full address of the provider
/// @param longestCall how long a process may work on one call
/// @param idle after how long without a call a process is ended
public record Supervision(String name, String source, Duration longestCall, Duration idle) {}
