package io.keelson.testing;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts what a client sends, also where nobody receives it; every attempt counts.
public final class SentRequests implements Interceptor {
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger renewals = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    sent.incrementAndGet();
    boolean renewal = request.uri().getPath().contains("/leases/");
    if (renewal) renewals.incrementAndGet();
    else if (!request.method().equals("GET")) writes.incrementAndGet();
  }

  /// How many of them change something, beside the lease.
  public int writes() {
    return writes.get();
  }

  public int count() {
    return sent.get();
  }

  /// How many of them were about the lease: as long as the client lives, they come at a steady
  /// pace.
  public int renewals() {
    return renewals.get();
  }
}
