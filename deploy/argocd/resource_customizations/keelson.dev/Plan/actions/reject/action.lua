-- Rejects the plan that waits: a PlanApproval with its digest. If another plan waits by now, the digest
-- is of none, and nothing is rejected.

if type(obj.spec) ~= "table" or type(obj.spec.digest) ~= "string" or type(obj.spec.stack) ~= "string" then
  error("The Plan has no digest.")
end

return {
  {
    operation = "create",
    resource = {
      apiVersion = "keelson.dev/v1alpha1",
      kind = "PlanApproval",
      metadata = {
        name = obj.spec.stack .. "-argocd-" .. os.date("!%Y%m%d%H%M%S"),
        namespace = obj.metadata.namespace,
      },
      spec = {
        stack = obj.spec.stack,
        digest = obj.spec.digest,
        decision = "Reject",
        -- The account with which Argo CD reaches the cluster: the API server refuses any other name. In a
        -- cluster that Argo CD manages from outside it is
        -- system:serviceaccount:kube-system:argocd-manager, unless named otherwise.
        approver = "system:serviceaccount:argocd:argocd-server",
        reason = "rejected in Argo CD",
      },
    },
  },
}
