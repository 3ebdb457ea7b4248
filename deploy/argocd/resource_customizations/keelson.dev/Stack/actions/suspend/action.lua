-- Nothing new is started until the Stack is resumed. Only this field is sent, so other changes are not
-- undone.

if type(obj.spec) ~= "table" then
  obj.spec = {suspend = true}
else
  obj.spec.suspend = true
end
return obj
