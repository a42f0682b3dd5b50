package main

import (
	"context"
	"errors"
	"time"

	"github.com/ava-labs/avalanchego/chains"
	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/network"
	"github.com/ava-labs/avalanchego/network/peer"
	"github.com/ava-labs/avalanchego/snow/engine/common"
	"github.com/ava-labs/avalanchego/snow/networking/benchlist"
	"github.com/ava-labs/avalanchego/utils"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/version"
	"github.com/ava-labs/avalanchego/vms/platformvm"
)

// peers stands for the network: each node that is online is a peer. The embedded interface is nil, so that other
// methods panic.
type peers struct {
	network.Network
	chain *chain
}

func (p *peers) PeerInfo(nodeIDs []ids.NodeID) []peer.Info {
	c := p.chain
	c.ctx.Lock.Lock()
	defer c.ctx.Lock.Unlock()

	if len(nodeIDs) == 0 {
		nodeIDs = c.online.List()
		utils.Sort(nodeIDs)
	}
	var infos []peer.Info
	for _, nodeID := range nodeIDs {
		if nodeID == c.ctx.NodeID || !c.online.Contains(nodeID) {
			continue
		}
		infos = append(infos, peer.Info{
			IP:             address,
			PublicIP:       address,
			ID:             nodeID,
			Version:        version.Current.String(),
			UpgradeTime:    uint64(c.config.UpgradeConfig.HeliconTime.Unix()),
			LastSent:       time.Now(),
			LastReceived:   time.Now(),
			ObservedUptime: 100,
			TrackedSubnets: set.Of(constants.PrimaryNetworkID),
		})
	}
	return infos
}

// NodeUptime is 100 %: every peer has seen this node all the time.
func (p *peers) NodeUptime() (network.UptimeResult, error) {
	c := p.chain
	if _, ok := c.config.Validators.GetValidator(constants.PrimaryNetworkID, c.ctx.NodeID); !ok {
		return network.UptimeResult{}, errors.New("node is not a validator")
	}
	return network.UptimeResult{RewardingStakePercentage: 100, WeightedAveragePercentage: 100}, nil
}

// noBenches stands for a bench list without entries. The embedded interface is nil, so that other methods panic.
type noBenches struct{ benchlist.Manager }

func (noBenches) GetBenched(ids.NodeID) []ids.ID { return nil }

// chainManager knows the names of the primary network's chains, of which only the P-Chain runs. It does not start the
// chains that transactions create.
type chainManager struct{ ids.Aliaser }

func (chainManager) IsBootstrapped(id ids.ID) bool                  { return id == constants.PlatformChainID }
func (chainManager) LookupVM(vm string) (ids.ID, error)             { return ids.FromString(vm) }
func (chainManager) QueueChainCreation(chains.ChainParameters)      {}
func (chainManager) StartChainCreator(chains.ChainParameters) error { return nil }
func (chainManager) AddRegistrant(chains.Registrant)                {}
func (chainManager) Shutdown()                                      {}

// nameChains returns the names that a node gives to the chains of a genesis.
func nameChains(genesisBytes []byte) (ids.Aliaser, error) {
	_, aliases, err := genesis.Aliases(genesisBytes)
	names := ids.NewAliaser()
	for chainID, aliases := range aliases {
		for _, alias := range append(aliases, chainID.String()) {
			err = errors.Join(err, names.Alias(chainID, alias))
		}
	}
	return names, err
}

// sender stands for the connections to peers. Requests fail as after a timeout, other messages are lost.
type sender struct{ vm *platformvm.VM }

func (s sender) SendAppRequest(_ context.Context, nodeIDs set.Set[ids.NodeID], requestID uint32, _ []byte) error {
	for nodeID := range nodeIDs {
		// In the background, because the VM holds a lock during this call.
		go func() { _ = s.vm.AppRequestFailed(context.Background(), nodeID, requestID, common.ErrTimeout) }()
	}
	return nil
}

func (sender) SendAppResponse(context.Context, ids.NodeID, uint32, []byte) error     { return nil }
func (sender) SendAppError(context.Context, ids.NodeID, uint32, int32, string) error { return nil }
func (sender) SendAppGossip(context.Context, common.SendConfig, []byte) error        { return nil }
