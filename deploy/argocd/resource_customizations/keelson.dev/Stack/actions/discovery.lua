-- The actions on a Stack that make sense now; the others are shown and cannot be chosen.

local spec = obj.spec
local suspended = type(spec) == "table" and spec.suspend == true

local plan = nil
if type(obj.status) == "table" then
  plan = obj.status.plan
end
local waits = type(plan) == "table"
    and type(plan.digest) == "string"
    and (plan.phase == "AwaitingApproval" or plan.phase == "Forbidden")

return {
  suspend = {disabled = suspended, iconClass = "fa fa-fw fa-pause"},
  resume = {disabled = not suspended, iconClass = "fa fa-fw fa-play"},
  replan = {iconClass = "fa fa-fw fa-redo"},
  reject = {disabled = not waits, iconClass = "fa fa-fw fa-times"},
  -- Switched off. An approval that is made here carries the name of Argo CD's account, whoever chose it:
  -- it speaks for nobody. Approve with kubectl keelson approve, in your own name.
  approve = {disabled = true, displayName = "Approve (with kubectl keelson approve)"},
}
