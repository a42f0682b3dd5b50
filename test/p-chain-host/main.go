// Command p-chain-host serves the API of AvalancheGo's real P-Chain without a node: there are no peers, no consensus
// and no other chains. The virtual machine runs on an in-memory database with the genesis of the local network. The
// host accepts each block that the virtual machine wants to build.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/set"
)

type options struct {
	heliconIn        time.Duration
	minStakeDuration time.Duration
	offline          set.Set[ids.NodeID]
}

func parseFlags() options {
	var opts options
	flag.DurationVar(&opts.heliconIn, "helicon-in", 0, "time until Helicon activates")
	flag.DurationVar(&opts.minStakeDuration, "min-stake-duration", time.Hour, "minimum staking period, before and after Helicon")
	flag.Func("offline", "IDs of validators that are never connected, separated by commas (default none)", func(list string) error {
		for _, text := range strings.Split(list, ",") {
			nodeID, err := ids.NodeIDFromString(text)
			if err != nil {
				return err
			}
			opts.offline.Add(nodeID)
		}
		return nil
	})
	flag.Parse()
	return opts
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	chain, err := newChain(ctx, parseFlags())
	if err != nil {
		return err
	}
	handler, err := newHandler(ctx, chain)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())

	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 2)
	go func() { ended <- server.Serve(listener) }()
	go func() { ended <- chain.produceBlocks(ctx) }()
	select {
	case <-ctx.Done():
		err = nil
	case err = <-ended:
	}
	return errors.Join(err, server.Close())
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "p-chain-host:", err)
		os.Exit(1)
	}
}
