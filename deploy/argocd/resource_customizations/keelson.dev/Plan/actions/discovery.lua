-- The actions on a Plan that make sense now; the others are shown and cannot be chosen.

local phase = nil
if type(obj.status) == "table" then
  phase = obj.status.phase
end

return {
  reject = {
    disabled = phase ~= "AwaitingApproval" and phase ~= "Forbidden",
    iconClass = "fa fa-fw fa-times",
  },
  -- Switched off. An approval that is made here carries the name of Argo CD's account, whoever chose it:
  -- it speaks for nobody. Approve with kubectl keelson approve, in your own name.
  approve = {disabled = true, displayName = "Approve (with kubectl keelson approve)"},
}
