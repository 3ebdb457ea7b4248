package io.keelson.operator.stack.report;

/// What is said about a member.
///
/// @param about as it was when that was found: if it has changed since, nothing is said
record Told<T>(T about, Finding finding) {}
