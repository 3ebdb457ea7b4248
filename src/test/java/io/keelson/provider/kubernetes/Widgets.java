package io.keelson.provider.kubernetes;

import io.keelson.testing.TestNamespace;

/// A kind of custom resource that belongs to one test.
record Widgets(TestNamespace namespace) {
  String group() {
    return namespace.name() + ".example.com";
  }

  /// @param more further attributes of the configuration
  String definition(String more) {
    return """
    manifest:
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: widgets.%1$s}
      spec:
        group: %1$s
        names: {kind: Widget, plural: widgets}
        scope: Namespaced
        versions:
        - name: v1
          served: true
          storage: true
          subresources: {status: {}}
          schema:
            openAPIV3Schema:
              type: object
              properties:
                status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                spec:
                  type: object
                  x-kubernetes-validations:
                  - {rule: "!has(self.colour) || self.colour == oldSelf.colour", message: colour is immutable}
                  properties:
                    colour: {type: string}
                    size: {type: integer, maximum: 10}
                    ratio: {type: number}
                    mode: {type: string, default: plain}
                    tags: {type: array, items: {type: string}}
                    notes: {type: object, additionalProperties: {type: string}}
                    nothing: {type: string, nullable: true}
                    free: {type: object, x-kubernetes-preserve-unknown-fields: true}
                    rules:
                      type: array
                      items:
                        type: object
                        properties:
                          name: {type: string}
                          weight: {type: integer, default: 1}
    %2$s
    """
        .formatted(group(), more);
  }

  String widget(String spec) {
    return """
    manifest:
      apiVersion: %s/v1
      kind: Widget
      metadata: {name: one}
      spec: {rules: [{name: a}, {name: b, weight: 2}], %s}
    """
        .formatted(group(), spec);
  }
}
