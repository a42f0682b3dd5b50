// Subnet-EVM as a plugin of AvalancheGo, for the tests. The published program ends where a process may have fewer than 32,768 open
// files. This one keeps the limit.
package main

import (
	"context"
	"log"

	"github.com/ava-labs/avalanchego/vms/rpcchainvm"
	"github.com/ava-labs/subnet-evm/plugin/evm"
)

func main() {
	evm.RegisterAllLibEVMExtras()
	if err := rpcchainvm.Serve(context.Background(), &evm.VM{}); err != nil {
		log.Fatal(err)
	}
}
