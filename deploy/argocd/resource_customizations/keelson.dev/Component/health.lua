-- Health of a kind of keelson.dev that has the conditions Ready, Reconciling and Stalled. It decides by
-- conditions and not by their reasons, so that reasons of later versions need no change here.

local function table_or_empty(value)
  if type(value) == "table" then
    return value
  end
  return {}
end

local status = table_or_empty(obj.status)
local conditions = {}
for _, condition in pairs(table_or_empty(status.conditions)) do
  if type(condition) == "table" and type(condition.type) == "string" then
    conditions[condition.type] = condition
  end
end

local function is_true(type)
  return conditions[type] ~= nil and conditions[type].status == "True"
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

-- What Ready says is what the operator says: Reconciling and Stalled repeat it, or only tell that it is
-- tried again.
local function health(name)
  local ready = conditions.Ready
  local message = text(ready.reason, "Unknown") .. ": " .. text(ready.message, "no message")
  return {status = name, message = message}
end

if conditions.Ready == nil then
  return {status = "Progressing", message = "The operator has not looked at it yet."}
end

local generation = table_or_empty(obj.metadata).generation
local observed = status.observedGeneration
if type(generation) == "number" and type(observed) == "number" and generation ~= observed then
  return {status = "Progressing", message = "The operator has not looked at what was changed yet."}
end

if is_true("Stalled") then
  return health("Degraded")
end
if is_true("Reconciling") then
  return health("Progressing")
end
if table_or_empty(obj.spec).suspend == true then
  return health("Suspended")
end
if is_true("Ready") then
  return health("Healthy")
end
if conditions.Ready.status ~= "False" then
  return health("Progressing")
end

-- A person decides: neither does it go on by itself, nor is there something to mend. But Queued waits for
-- its turn, Deleting for its Stack to go, and InUse is of an object that is deleted.
local waits_for_others = {Queued = true, Deleting = true, InUse = true}
if waits_for_others[conditions.Ready.reason or ""] then
  return health("Progressing")
end
return health("Suspended")
