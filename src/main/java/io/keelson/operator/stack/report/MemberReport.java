package io.keelson.operator.stack.report;

/// A report about a member of a Stack.
///
/// @param about the member as it was when the finding was made: if it has changed since, the report
///   is dropped
record MemberReport<T>(T about, Finding finding) {}
