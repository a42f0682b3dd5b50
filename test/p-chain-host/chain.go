package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"go.uber.org/zap"

	"github.com/ava-labs/avalanchego/api/metrics"
	"github.com/ava-labs/avalanchego/chains/atomic"
	"github.com/ava-labs/avalanchego/database/memdb"
	"github.com/ava-labs/avalanchego/database/prefixdb"
	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow"
	"github.com/ava-labs/avalanchego/snow/consensus/snowman"
	"github.com/ava-labs/avalanchego/snow/engine/snowman/block"
	"github.com/ava-labs/avalanchego/snow/uptime"
	"github.com/ava-labs/avalanchego/snow/validators"
	"github.com/ava-labs/avalanchego/upgrade"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/crypto/bls/signer/localsigner"
	"github.com/ava-labs/avalanchego/utils/logging"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/version"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/platformvm/block/builder"
	"github.com/ava-labs/avalanchego/vms/platformvm/config"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"

	blockexecutor "github.com/ava-labs/avalanchego/vms/platformvm/block/executor"
)

const (
	genesisAge = time.Hour

	// blockDelay leaves clients time to see a pending transaction, and the chain time to regain gas for the next one.
	blockDelay = 50 * time.Millisecond
)

// chain is the P-Chain and the parts of a node that it needs. The lock of ctx guards the calls into the VM and the
// field online.
type chain struct {
	vm      *platformvm.VM
	config  config.Internal
	ctx     *snow.Context
	blsKey  bls.Signer
	offline set.Set[ids.NodeID]
	online  set.Set[ids.NodeID]
}

// newChain starts the P-Chain of a local network, with the staking periods and the time of Helicon that are wanted.
func newChain(ctx context.Context, opts options) (*chain, error) {
	genesisConfig := genesis.LocalConfig
	genesisConfig.StartTime = uint64(time.Now().Add(-genesisAge).Unix())
	genesisBytes, avaxAssetID, err := genesis.FromConfig(&genesisConfig)
	if err != nil {
		return nil, fmt.Errorf("making the genesis: %w", err)
	}
	chainNames, err := nameChains(genesisBytes)
	if err != nil {
		return nil, fmt.Errorf("naming the chains: %w", err)
	}
	xChainID, xErr := chainNames.Lookup("X")
	cChainID, cErr := chainNames.Lookup("C")
	blsKey, blsErr := localsigner.New()
	if err := errors.Join(xErr, cErr, blsErr); err != nil {
		return nil, err
	}

	params, upgrades := genesis.LocalParams, upgrade.Default
	upgrades.HeliconTime = time.Now().Add(opts.heliconIn).UTC().Truncate(time.Second)
	internal := config.Internal{
		Chains:                  chainManager{Aliaser: chainNames},
		Validators:              validators.NewManager(),
		UptimeLockedCalculator:  uptime.NewLockedCalculator(),
		SybilProtectionEnabled:  true,
		DynamicFeeConfig:        params.DynamicFeeConfig,
		ValidatorFeeConfig:      params.ValidatorFeeConfig,
		UptimePercentage:        params.UptimeRequirement,
		MinValidatorStake:       params.MinValidatorStake,
		MaxValidatorStake:       params.MaxValidatorStake,
		MinDelegatorStake:       params.MinDelegatorStake,
		MinDelegationFee:        params.MinDelegationFee,
		MinStakeDuration:        opts.minStakeDuration,
		MaxStakeDuration:        params.MaxStakeDuration,
		HeliconMinStakeDuration: opts.minStakeDuration,
		RewardConfig:            params.RewardConfig,
		UpgradeConfig:           upgrades,
		UseCurrentHeight:        true, // Warp messages are verified with the newest validator sets.
	}

	db := memdb.New()
	sharedMemory := atomic.NewMemory(prefixdb.New([]byte("shared memory"), db))
	vm := &platformvm.VM{Internal: internal}
	c := &chain{
		vm:      vm,
		config:  internal,
		blsKey:  blsKey,
		offline: opts.offline,
		ctx: &snow.Context{
			NetworkID:       constants.LocalID,
			SubnetID:        constants.PrimaryNetworkID,
			ChainID:         constants.PlatformChainID,
			NodeID:          ids.BuildTestNodeID([]byte("p-chain-host")),
			PublicKey:       blsKey.PublicKey(),
			NetworkUpgrades: upgrades,
			XChainID:        xChainID,
			CChainID:        cChainID,
			AVAXAssetID:     avaxAssetID,
			Log:             logging.NewLogger("", logging.NewWrappedCore(logging.Warn, os.Stderr, logging.Plain.ConsoleEncoder())),
			SharedMemory:    sharedMemory.NewSharedMemory(constants.PlatformChainID),
			BCLookup:        chainNames,
			Metrics:         metrics.NewPrefixGatherer(),
			WarpSigner:      warp.NewSigner(blsKey, constants.LocalID, constants.PlatformChainID),
			ValidatorState:  vm,
		},
	}
	c.ctx.Lock.Lock()
	defer c.ctx.Lock.Unlock()

	chainDB := prefixdb.New([]byte("platform"), db)
	if err := vm.Initialize(ctx, c.ctx, chainDB, genesisBytes, nil, nil, nil, sender{vm}); err != nil {
		return nil, fmt.Errorf("initializing the P-Chain: %w", err)
	}
	if err := vm.SetState(ctx, snow.NormalOp); err != nil {
		return nil, fmt.Errorf("starting the P-Chain: %w", err)
	}
	return c, errors.Join(c.connect(ctx, c.ctx.NodeID), c.connectNewValidators(ctx))
}

// produceBlocks accepts a block whenever the VM asks for one: a transaction is pending, a staking period has ended or
// the balance of an L1 validator has run out. It returns an error if the chain cannot continue.
func (c *chain) produceBlocks(ctx context.Context) error {
	for {
		if _, err := c.vm.WaitForEvent(ctx); err != nil { // takes the lock itself
			return fmt.Errorf("waiting for an event: %w", err)
		}
		time.Sleep(blockDelay)
		if err := c.produceBlock(ctx); err != nil {
			return err
		}
	}
}

// produceBlock accepts no block if there is nothing valid to build.
func (c *chain) produceBlock(ctx context.Context) error {
	c.ctx.Lock.Lock()
	defer c.ctx.Lock.Unlock()

	height, err := c.vm.GetMinimumHeight(ctx)
	if err != nil {
		return err
	}
	blockCtx := &block.Context{PChainHeight: height}
	built, err := c.vm.BuildBlockWithContext(ctx, blockCtx)
	if err != nil {
		if !errors.Is(err, builder.ErrNoPendingBlocks) {
			c.ctx.Log.Warn("no block built", zap.Error(err))
		}
		return nil
	}
	blk := built.(*blockexecutor.Block)
	if err := blk.VerifyWithContext(ctx, blockCtx); err != nil {
		c.ctx.Log.Warn("invalid block built", zap.Error(err))
		return nil
	}
	tip, err := accept(ctx, blk)
	if err != nil {
		return fmt.Errorf("accepting block %s: %w", blk.ID(), err)
	}
	return errors.Join(c.vm.SetPreference(ctx, tip.ID()), c.connectNewValidators(ctx))
}

// accept accepts a verified block and returns the new tip. The block at the end of a staking period has two possible
// children, with and without a reward: the one that the VM prefers is accepted, too.
func accept(ctx context.Context, blk *blockexecutor.Block) (snowman.Block, error) {
	children, err := blk.Options(ctx)
	if errors.Is(err, snowman.ErrNotOracle) {
		return blk, blk.Accept(ctx)
	}
	if err != nil {
		return nil, err
	}
	preferred, other := children[0], children[1]
	steps := []func(context.Context) error{
		preferred.Verify, other.Verify, blk.Accept, preferred.Accept, other.Reject,
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return preferred, nil
}

// connect needs the lock. The VM counts the uptime of a node from its connection.
func (c *chain) connect(ctx context.Context, nodeID ids.NodeID) error {
	if c.online.Contains(nodeID) || c.offline.Contains(nodeID) {
		return nil
	}
	c.online.Add(nodeID)
	return c.vm.Connected(ctx, nodeID, version.Current)
}

// connectNewValidators needs the lock.
func (c *chain) connectNewValidators(ctx context.Context) error {
	for _, nodeID := range c.config.Validators.GetValidatorIDs(constants.PrimaryNetworkID) {
		if err := c.connect(ctx, nodeID); err != nil {
			return err
		}
	}
	return nil
}
