package io.keelson.operator;

import io.keelson.testing.Installation;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.nio.file.Path;

/// A Provider with a Secret of the operator's namespace and a ProviderConfig: installed, used, and
/// deleted while it is in use.
record WorkWithAProvider(TestNamespace own, Path folder) {
  void run() {
    new TestNamespace(own.controlPlane(), Installation.NAMESPACE)
        .apply(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: word}
            stringData: {word: hello}
            """);
    own.apply(named(CloudShop.PROVIDER) + WORD);
    own.apply(named(CloudShop.CONFIG).replace("ACCOUNT", "shop"));
    own.apply(CloudShop.SHOP + CloudShop.thing("open"));
    new Kubectl(own).awaitReady("shop");
    own.beginDelete("providerconfig cloud");
    own.beginDelete("provider " + own.name());
    own.beginDelete("stack shop");
    Alice.approves(own);
    for (String each :
        new String[] {"stack shop", "providerconfig cloud", "provider " + own.name()})
      own.awaitGone(each);
  }

  private static final String WORD =
      "  environment: [{name: CLOUD_WORD, secretKeyRef: {name: word, key: word}}]\n";

  private String named(String manifest) {
    return manifest
        .replace("NAME", own.name())
        .replace("MIRROR", TestProviders.mirror().toString())
        .replace("WORLD", folder.resolve("world").toString());
  }
}
