package io.keelson.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A client that is made by the first call: where nobody asks it anything, the kubeconfig is not
/// read.
final class LateClient implements InvocationHandler {
  private final Supplier<KubernetesClient> making;
  private @Nullable KubernetesClient made;

  private LateClient(Supplier<KubernetesClient> making) {
    this.making = making;
  }

  /// @param making what it throws is thrown by the first call
  static KubernetesClient of(Supplier<KubernetesClient> making) {
    var port = KubernetesClient.class;
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(), new Class<?>[] {port}, new LateClient(making)));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.getName().equals("close") && !isMade()
          ? null
          : method.invoke(made(), arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private synchronized boolean isMade() {
    return made != null;
  }

  private synchronized KubernetesClient made() {
    var known = made;
    if (known == null) {
      known = making.get();
      made = known;
    }
    return known;
  }
}
