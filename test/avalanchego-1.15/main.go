// Command avalanchego-1.15 is the node of AvalancheGo 1.15.0, for the tests. Its C-Chain is idle, as long as the modules of
// the C-Chain are not published: see stand-ins.
package main

import (
	"fmt"
	"os"

	"github.com/ava-labs/avalanchego/app"
	"github.com/ava-labs/avalanchego/config"
)

func start() (app.App, error) {
	settings, err := config.BuildViper(config.BuildFlagSet(), os.Args[1:])
	if err != nil {
		return nil, err
	}
	nodeConfig, err := config.GetNodeConfig(settings)
	if err != nil {
		return nil, err
	}
	return app.New(nodeConfig)
}

func main() {
	node, err := start()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(app.Run(node))
}
