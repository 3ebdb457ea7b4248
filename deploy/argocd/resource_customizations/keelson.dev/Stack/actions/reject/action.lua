-- Rejects the plan that waits: a PlanApproval with its digest. If another plan waits by now, the digest
-- is of none, and nothing is rejected.

local plan = nil
if type(obj.status) == "table" then
  plan = obj.status.plan
end
if type(plan) ~= "table" or type(plan.digest) ~= "string" then
  error("The Stack has no plan that waits.")
end

return {
  {
    operation = "create",
    resource = {
      apiVersion = "keelson.dev/v1alpha1",
      kind = "PlanApproval",
      metadata = {
        name = obj.metadata.name .. "-argocd-" .. os.date("!%Y%m%d%H%M%S"),
        namespace = obj.metadata.namespace,
      },
      spec = {
        stack = obj.metadata.name,
        digest = plan.digest,
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
