// What the providers of both modules manage.
module keelson.dev/pulumiproviders/world

go 1.26.0
