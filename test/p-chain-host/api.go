package main

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"path"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/ava-labs/avalanchego/api/health"
	"github.com/ava-labs/avalanchego/api/info"
	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/version"
	"github.com/ava-labs/avalanchego/vms"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
)

const healthCheckInterval = time.Second

// address is the invented network address of this node and of its peers.
var address = netip.MustParseAddrPort("127.0.0.1:9651")

// newHandler serves the paths of the P-Chain, of the info API and of the health API.
func newHandler(ctx context.Context, c *chain) (http.Handler, error) {
	mux := http.NewServeMux()
	platform, err := c.vm.CreateHandlers(ctx)
	if err != nil {
		return nil, err
	}
	for extension, handler := range platform {
		for _, name := range append([]string{constants.PlatformChainID.String()}, genesis.PChainAliases...) {
			mux.Handle(path.Join("/ext/bc", name, extension), handler)
			mux.Handle(path.Join("/ext", name, extension), handler)
		}
	}
	infoHandler, infoErr := newInfoHandler(ctx, c)
	healthHandler, healthErr := newHealthHandler(ctx, c)
	if err := errors.Join(infoErr, healthErr); err != nil {
		return nil, err
	}
	mux.Handle("/ext/info", infoHandler)
	mux.Handle("/ext/health", healthHandler)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("node-id", c.ctx.NodeID.String())
		mux.ServeHTTP(w, r)
	}), nil
}

func newInfoHandler(ctx context.Context, c *chain) (http.Handler, error) {
	pop, err := signer.NewProofOfPossession(c.blsKey)
	if err != nil {
		return nil, err
	}
	vmManager := vms.NewManager(c.ctx.Log, ids.NewAliaser())
	err = errors.Join(
		vmManager.Alias(constants.PlatformVMID, genesis.VMAliases[constants.PlatformVMID][0]),
		vmManager.RegisterFactory(ctx, constants.PlatformVMID, &platformvm.Factory{Internal: c.config}),
	)
	if err != nil {
		return nil, err
	}
	params := info.Parameters{
		Version:          version.Current,
		NodeID:           c.ctx.NodeID,
		NodePOP:          pop,
		NetworkID:        c.ctx.NetworkID,
		VMManager:        vmManager,
		Upgrades:         c.config.UpgradeConfig,
		TxFee:            genesis.LocalParams.TxFee,
		CreateAssetTxFee: genesis.LocalParams.CreateAssetTxFee,
	}
	return info.NewService(
		params, c.ctx.Log, c.config.Validators, c.config.Chains, vmManager, utils.NewAtomic(address), &peers{chain: c}, noBenches{},
	)
}

// newHealthHandler has one check, that of the P-Chain's VM.
func newHealthHandler(ctx context.Context, c *chain) (http.Handler, error) {
	checks, err := health.New(c.ctx.Log, prometheus.NewRegistry())
	if err != nil {
		return nil, err
	}
	check := health.CheckerFunc(func(ctx context.Context) (any, error) {
		c.ctx.Lock.Lock()
		defer c.ctx.Lock.Unlock()
		return c.vm.HealthCheck(ctx)
	})
	if err := checks.RegisterHealthCheck("P", check, constants.PrimaryNetworkID.String()); err != nil {
		return nil, err
	}
	checks.Start(ctx, healthCheckInterval)
	return health.NewGetAndPostHandler(c.ctx.Log, checks)
}
