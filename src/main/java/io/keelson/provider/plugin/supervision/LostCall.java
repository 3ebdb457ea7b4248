package io.keelson.provider.plugin.supervision;

/// What is told of a call to which no answer came, whatever its protocol.
///
/// @param summary what happened, in words that are the same for all providers
/// @param detail whole sentences; text of the provider, perhaps secret
public record LostCall(String summary, String detail) {
  /// The process ended, or was ended.
  ///
  /// @param name of the program, for messages
  /// @param call that it worked on
  /// @param description what the connection says about it
  public static LostCall ended(
      SupervisedProcess<?> process, String name, Object call, String description) {
    var stopped = process.stopped();
    var what = " while it worked on " + call + " (" + description + "). ";
    return stopped.isPresent() && !process.isGivenUp()
        ? new LostCall(
            "The provider was stopped during a call",
            name + " was stopped" + what + "It was asked to, because " + stopped.get() + ".")
        : new LostCall("The provider ended during a call", name + " ended" + what + process.end());
  }

  /// The process lives, and nobody waits for its answer any more.
  ///
  /// @param name of the program, for messages
  public static LostCall abandoned(String name, Object call) {
    return new LostCall(
        "The answer of the provider is not wanted any more",
        name
            + " was asked for "
            + call
            + " for a plan that is of no use any more. The Stack is planned anew.");
  }

  /// The process lives, and what it answered is none.
  ///
  /// @param name of the program, for messages
  /// @param description what the connection says about it
  public static LostCall unanswered(String name, Object call, String description) {
    return new LostCall(
        "The provider did not answer",
        name
            + " was asked for "
            + call
            + ", and answered "
            + description
            + ". Report it to those who make the provider.");
  }
}
