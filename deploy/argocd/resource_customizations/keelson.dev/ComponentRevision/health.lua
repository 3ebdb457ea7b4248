-- Health of a ComponentRevision of keelson.dev: it has no status, and is what was published.

return {status = "Healthy", message = "It is published."}
