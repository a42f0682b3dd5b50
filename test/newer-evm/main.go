// Subnet-EVM as a plugin of AvalancheGo, for the tests. The published program ends where a process may have fewer than 32,768 open
// files. This one keeps the limit. It is the one of the repository of AvalancheGo, which has it since 1.14.1.
package main

import (
	"context"
	"log"

	"github.com/ava-labs/avalanchego/graft/subnet-evm/plugin/evm"
	"github.com/ava-labs/avalanchego/vms/rpcchainvm"
)

func main() {
	evm.RegisterAllLibEVMExtras()
	if err := rpcchainvm.Serve(context.Background(), &evm.VM{}); err != nil {
		log.Fatal(err)
	}
}
