-- Health of a PlanApproval of keelson.dev: a decision is there or not, whatever became of it. It has no
-- conditions, and an application that holds one must not wait for it.

local status = obj.status
if type(status) ~= "table" or type(status.phase) ~= "string" then
  return {status = "Healthy", message = "The decision is made."}
end
local message = status.phase
if type(status.message) == "string" and status.message ~= "" then
  message = message .. ": " .. status.message
end
return {status = "Healthy", message = message}
