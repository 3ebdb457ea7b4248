-- Asks the Stack to read everything and to plan once: a Run, as keelson replan makes it. Its plan passes
-- the same gate as every other plan. The Run has no label and no annotation: one with the marks of Argo
-- CD is refused.

local stack = obj.metadata.name
return {
  {
    operation = "create",
    resource = {
      apiVersion = "keelson.dev/v1alpha1",
      kind = "Run",
      metadata = {
        name = stack .. "-" .. os.date("!%Y%m%d%H%M%S"),
        namespace = obj.metadata.namespace,
        -- Shows it below the Stack; it goes with the Stack.
        ownerReferences = {
          {
            apiVersion = obj.apiVersion,
            kind = obj.kind,
            name = stack,
            uid = obj.metadata.uid,
          },
        },
      },
      spec = {stack = stack},
    },
  },
}
