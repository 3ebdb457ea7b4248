-- Takes the suspension back. Nil and not an empty table: the API server puts its default, false, in the
-- place.

if type(obj.spec) == "table" then
  obj.spec.suspend = nil
end
return obj
