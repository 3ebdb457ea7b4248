-- Health of a ResourceInstance of keelson.dev: the record of an object. It has Ready alone, without a
-- generation.

local status = obj.status
local conditions = nil
if type(status) == "table" then
  conditions = status.conditions
end
local ready = nil
if type(conditions) == "table" then
  for _, condition in pairs(conditions) do
    if type(condition) == "table" and condition.type == "Ready" then
      ready = condition
    end
  end
end
if ready == nil then
  return {status = "Progressing", message = "Its first operation has begun."}
end

local reason = "Unknown"
if type(ready.reason) == "string" then
  reason = ready.reason
end
local message = reason
if type(ready.message) == "string" and ready.message ~= "" then
  message = message .. ": " .. ready.message
end

local health = {
  Applying = "Progressing",
  -- Its destruction is planned: that waits for its turn, or for a person.
  Orphaned = "Suspended",
}
if ready.status == "True" then
  return {status = "Healthy", message = message}
end
return {status = health[reason] or "Degraded", message = message}
