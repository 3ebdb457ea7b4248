-- Switched off: discovery.lua shows it as disabled, and who asks for it all the same is told why.

error("Not done: an approval made here would carry the name of Argo CD's account, whoever chose it,"
  .. " and so speak for nobody. Approve in your own name: kubectl keelson approve.")
