package io.keelson.operator.trace;

/// Where nobody asks for traces.
final class NoTraces implements Traces {
  private static final Span NOTHING = new Nothing();

  @Override
  public Span plan(String namespace, String stack) {
    return NOTHING;
  }

  @Override
  public Span apply(String namespace, String stack) {
    return NOTHING;
  }

  @Override
  public Span call(String provider, String method) {
    return NOTHING;
  }

  @Override
  public void close() {
    // There is nothing to send.
  }

  private static final class Nothing implements Span {
    @Override
    public void plan(String name) {
      // Nobody looks.
    }

    @Override
    public void digest(String digest) {
      // Nobody looks.
    }

    @Override
    public void ended(String how, boolean well) {
      // Nobody looks.
    }

    @Override
    public void close() {
      // It has not begun.
    }
  }
}
