package io.keelson.provider.plugin.install.source;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/// Passes a body on until it is longer than allowed, then breaks it off.
final class LimitedBody<T> implements BodySubscriber<T> {
  /// The body is longer than allowed.
  static final class TooLong extends IOException {
    private static final long serialVersionUID = 1;

    TooLong(long limit) {
      super("longer than " + limit + " bytes");
    }
  }

  private final BodySubscriber<T> body;
  private final long limit;
  private @Nullable Subscription subscription;
  private long length;
  private boolean over;

  LimitedBody(BodySubscriber<T> body, long limit) {
    this.body = body;
    this.limit = limit;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    body.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (over) return;
    for (var each : buffers) length += each.remaining();
    if (length <= limit) {
      body.onNext(buffers);
      return;
    }
    over = true;
    if (subscription != null) subscription.cancel();
    body.onError(new TooLong(limit));
  }

  @Override
  public void onError(Throwable problem) {
    if (!over) body.onError(problem);
  }

  @Override
  public void onComplete() {
    if (!over) body.onComplete();
  }

  @Override
  public CompletionStage<T> getBody() {
    return body.getBody();
  }
}
