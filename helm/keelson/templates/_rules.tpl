{{- /* For every namespace that the operator works for. */}}
{{- define "keelson.rulesOfANamespace" -}}
# What people declare: read it; patch and update are for the Stack's finalizer.
- apiGroups: [keelson.dev]
  resources: [resources, planapprovals, components, componentdefinitions]
  verbs: [get, list, watch]
- apiGroups: [keelson.dev]
  resources: [stacks]
  verbs: [get, list, watch, patch, update]
# It does not go while it is in use.
- apiGroups: [keelson.dev]
  resources: [providerconfigs]
  verbs: [get, list, watch, patch, update]
# Requests that have ended are deleted.
- apiGroups: [keelson.dev]
  resources: [runs]
  verbs: [get, list, watch, delete]
- apiGroups: [keelson.dev]
  resources: [stacks/finalizers, providerconfigs/finalizers]
  verbs: [update]
# What the operator writes.
- apiGroups: [keelson.dev]
  resources: [resourceinstances, plans, componentrevisions]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [keelson.dev]
  resources: [stacks/status, resources/status, resourceinstances/status, plans/status, planapprovals/status, runs/status, providerconfigs/status, components/status, componentdefinitions/status]
  verbs: [get, update, patch]
# Kinds that somebody made for definitions: for each object a Component is kept, which it owns.
- apiGroups: [components.keelson.dev]
  resources: ["*"]
  verbs: [get, list, watch]
- apiGroups: [components.keelson.dev]
  resources: ["*/status"]
  verbs: [get, update, patch]
- apiGroups: [components.keelson.dev]
  resources: ["*/finalizers"]
  verbs: [update]
- apiGroups: [keelson.dev]
  resources: [components]
  verbs: [create, patch]
# Objects of a Stack are changed in the name of its service account, never with these rights.
# The groups of a service account come with it; a right to impersonate groups would be a right to
# be anybody.
- apiGroups: [""]
  resources: [serviceaccounts]
  verbs: [get, impersonate]
# Variables are read; the Stack's key lives in a Secret of its own. Watched by metadata only, but
# RBAC knows no smaller right for that.
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get, list, watch]
- apiGroups: ["", events.k8s.io]
  resources: [events]
  verbs: [get, create, patch]
{{- end }}

{{- /* For what belongs to no namespace. */}}
{{- define "keelson.rulesOfTheCluster" -}}
# Neither a Policy nor a Provider belongs to a namespace. A Provider does not go while it is in use.
- apiGroups: [keelson.dev]
  resources: [policies]
  verbs: [get, list, watch]
- apiGroups: [keelson.dev]
  resources: [providers]
  verbs: [get, list, watch, patch, update]
- apiGroups: [keelson.dev]
  resources: [providers/finalizers]
  verbs: [update]
- apiGroups: [keelson.dev]
  resources: [providers/status, policies/status]
  verbs: [get, update, patch]
# To know whether the kinds are complete, and whether approvals are protected.
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  verbs: [get, list, watch]
- apiGroups: [admissionregistration.k8s.io]
  resources: [validatingadmissionpolicies, validatingadmissionpolicybindings]
  verbs: [get, list, watch]
- apiGroups: [authorization.k8s.io]
  resources: [selfsubjectaccessreviews, selfsubjectrulesreviews]
  verbs: [create]
{{- end }}
