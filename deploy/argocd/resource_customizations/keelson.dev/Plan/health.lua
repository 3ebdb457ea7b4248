-- Health of a Plan of keelson.dev, by its phase. A plan of the past is healthy unless it failed: it asks
-- for nothing.

local status = obj.status
if type(status) ~= "table" or type(status.phase) ~= "string" then
  return {status = "Progressing", message = "The operator has not written its phase yet."}
end

local health = {
  AwaitingApproval = "Suspended",
  Forbidden = "Degraded",
  Approved = "Progressing",
  Applying = "Progressing",
  Applied = "Healthy",
  Failed = "Degraded",
  Superseded = "Healthy",
  Rejected = "Healthy",
  Shown = "Healthy",
}
local message = status.phase
if type(status.message) == "string" and status.message ~= "" then
  message = message .. ": " .. status.message
end
-- A phase of a later version is shown as work that goes on, because nothing else is known of it.
return {status = health[status.phase] or "Progressing", message = message}
