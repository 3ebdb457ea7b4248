{{- /* For every namespace that the operator works for. */}}
{{- define "keelson.rulesOfANamespace" -}}
# What people declare: read it; a patch is for the Stack's finalizer.
- apiGroups: [keelson.dev]
  resources: [resources, planapprovals, components]
  verbs: [get, list, watch]
- apiGroups: [keelson.dev]
  resources: [stacks]
  verbs: [get, list, watch, patch]
# It does not go while it is in use.
- apiGroups: [keelson.dev]
  resources: [providerconfigs]
  verbs: [get, list, watch, patch]
# Requests that have ended are deleted.
- apiGroups: [keelson.dev]
  resources: [runs]
  verbs: [get, list, watch, delete]
# What the operator writes.
- apiGroups: [keelson.dev]
  resources: [resourceinstances]
  verbs: [get, list, watch, create, update, patch, delete]
- apiGroups: [keelson.dev]
  resources: [componentrevisions]
  verbs: [create, patch, delete]
- apiGroups: [keelson.dev]
  resources: [plans]
  verbs: [get, list, watch, create, delete]
- apiGroups: [keelson.dev]
  resources: [stacks/status, resources/status, plans/status, planapprovals/status, runs/status, providerconfigs/status, components/status, componentdefinitions/status]
  verbs: [update]
- apiGroups: [keelson.dev]
  resources: [resourceinstances/status]
  verbs: [update, patch]
# Kinds that somebody made for definitions: for each object a Component is kept, which it owns.
- apiGroups: [components.keelson.dev]
  resources: ["*"]
  verbs: [get, list, watch]
- apiGroups: [components.keelson.dev]
  resources: ["*/status", "*/finalizers"]
  verbs: [update]
- apiGroups: [keelson.dev]
  resources: [components]
  verbs: [create, patch]
# Objects of a Stack are changed in the name of its service account, never with these rights.
# The groups of a service account come with it; a right to impersonate groups would be a right to
# be anybody.
- apiGroups: [""]
  resources: [serviceaccounts]
  verbs: [impersonate]
# Variables are watched, and read in the name of the service account. The Stack's key lives in a
# Secret of its own. Watched by metadata only, but RBAC knows no smaller right for that.
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [configmaps]
  verbs: [list, watch]
# One that is told again is counted, which reads it first.
- apiGroups: [""]
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
  verbs: [get, list, watch, patch]
- apiGroups: [keelson.dev]
  resources: [providers/status, policies/status]
  verbs: [update]
# Stacks may use definitions of any namespace that allows it.
- apiGroups: [keelson.dev]
  resources: [componentdefinitions, componentrevisions]
  verbs: [get, list, watch]
# To know the kinds that were made for definitions, and whether ours are served.
- apiGroups: [apiextensions.k8s.io]
  resources: [customresourcedefinitions]
  verbs: [get, list, watch]
# Whether approvals are protected.
- apiGroups: [admissionregistration.k8s.io]
  resources: [validatingadmissionpolicies]
  verbs: [get]
- apiGroups: [admissionregistration.k8s.io]
  resources: [validatingadmissionpolicybindings]
  verbs: [list]
# For 'keelson state import' in the operator's name.
- apiGroups: [authorization.k8s.io]
  resources: [selfsubjectaccessreviews]
  verbs: [create]
{{- end }}
