// A client that makes records and nothing else. The standard library is enough for it.
module keelson.dev/bench/writer

go 1.26.0
