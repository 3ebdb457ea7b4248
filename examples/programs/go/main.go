// The package site in Go: a WebApp has a name and a password.
package main

import (
	"context"
	"log"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-random/sdk/v4/go/random"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// WebAppArgs are the inputs.
type WebAppArgs struct {
	Words pulumi.IntPtrInput `pulumi:"words,optional"`
}

// WebApp has the outputs.
type WebApp struct {
	pulumi.ResourceState
	Host     pulumi.StringOutput `pulumi:"host"`
	Password pulumi.StringOutput `pulumi:"password" provider:"secret"`
}

// NewWebApp declares what it is made of.
func NewWebApp(ctx *pulumi.Context, name string, args WebAppArgs, opts ...pulumi.ResourceOption) (*WebApp, error) {
	app := &WebApp{}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx.Context()), name, app, opts...); err != nil {
		return nil, err
	}
	own := pulumi.Parent(app)
	pet, err := random.NewRandomPet(ctx, name+"-name", &random.RandomPetArgs{Length: args.Words}, own)
	if err != nil {
		return nil, err
	}
	length := random.RandomPasswordArgs{Length: pulumi.Int(20)}
	password, err := random.NewRandomPassword(ctx, name+"-password", &length, own)
	if err != nil {
		return nil, err
	}
	app.Host, app.Password = pulumi.Sprintf("%s.example.com", pet.ID()), password.Result
	return app, nil
}

func main() {
	site, err := infer.NewProviderBuilder().
		WithComponents(infer.ComponentF(NewWebApp)).
		WithModuleMap(map[tokens.ModuleName]tokens.ModuleName{"main": "index"}).
		Build()
	if err == nil {
		err = site.Run(context.Background(), "site", "1.0.0")
	}
	if err != nil {
		log.Fatal(err)
	}
}
