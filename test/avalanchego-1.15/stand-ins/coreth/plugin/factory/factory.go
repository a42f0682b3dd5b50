// Package factory makes an idle chain in place of the C-Chain. It has its genesis block and no other, and no API.
package factory

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/ava-labs/avalanchego/database"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow"
	"github.com/ava-labs/avalanchego/snow/consensus/snowman"
	"github.com/ava-labs/avalanchego/snow/engine/common"
	"github.com/ava-labs/avalanchego/snow/engine/snowman/block"
	"github.com/ava-labs/avalanchego/utils/hashing"
	"github.com/ava-labs/avalanchego/utils/logging"
	"github.com/ava-labs/avalanchego/version"
)

type Factory struct{}

func (*Factory) New(log logging.Logger) (any, error) {
	return &chain{AppHandler: common.NewNoOpAppHandler(log)}, nil
}

var errIdle = errors.New("the chain is idle")

type genesis struct{ bytes []byte }

func (g *genesis) ID() ids.ID                 { return hashing.ComputeHash256Array(g.bytes) }
func (*genesis) Parent() ids.ID               { return ids.Empty }
func (g *genesis) Bytes() []byte              { return g.bytes }
func (*genesis) Height() uint64               { return 0 }
func (*genesis) Timestamp() time.Time         { return time.Unix(0, 0) }
func (*genesis) Verify(context.Context) error { return nil }
func (*genesis) Accept(context.Context) error { return nil }
func (*genesis) Reject(context.Context) error { return nil }

type chain struct {
	common.AppHandler
	noStateSync
	genesis *genesis
}

func (c *chain) Initialize(
	_ context.Context, _ *snow.Context, _ database.Database, genesisBytes, _, _ []byte, _ []*common.Fx, _ common.AppSender,
) error {
	c.genesis = &genesis{genesisBytes}
	return nil
}

func (*chain) SetState(context.Context, snow.State) error                        { return nil }
func (*chain) Shutdown(context.Context) error                                    { return nil }
func (*chain) Version(context.Context) (string, error)                           { return "idle", nil }
func (*chain) HealthCheck(context.Context) (any, error)                          { return nil, nil }
func (*chain) CreateHandlers(context.Context) (map[string]http.Handler, error)   { return nil, nil }
func (*chain) NewHTTPHandler(context.Context) (http.Handler, error)              { return nil, nil }
func (*chain) Connected(context.Context, ids.NodeID, *version.Application) error { return nil }
func (*chain) Disconnected(context.Context, ids.NodeID) error                    { return nil }

func (*chain) WaitForEvent(ctx context.Context) (common.Message, error) {
	<-ctx.Done()
	return 0, ctx.Err()
}

func (c *chain) LastAccepted(context.Context) (ids.ID, error) { return c.genesis.ID(), nil }

func (c *chain) GetBlock(_ context.Context, id ids.ID) (snowman.Block, error) {
	if id != c.genesis.ID() {
		return nil, database.ErrNotFound
	}
	return c.genesis, nil
}

func (c *chain) GetBlockIDAtHeight(_ context.Context, height uint64) (ids.ID, error) {
	if height != c.genesis.Height() {
		return ids.Empty, database.ErrNotFound
	}
	return c.genesis.ID(), nil
}

func (c *chain) ParseBlock(_ context.Context, blockBytes []byte) (snowman.Block, error) {
	if !bytes.Equal(blockBytes, c.genesis.bytes) {
		return nil, errIdle
	}
	return c.genesis, nil
}

func (*chain) BuildBlock(context.Context) (snowman.Block, error) { return nil, errIdle }
func (*chain) SetPreference(context.Context, ids.ID) error       { return nil }

func (*chain) BuildBlockWithContext(context.Context, *block.Context) (snowman.Block, error) {
	return nil, errIdle
}

func (*chain) SetPreferenceWithContext(context.Context, ids.ID, *block.Context) error { return nil }

// noStateSync: the chain has no state that a node could fetch from others.
type noStateSync struct{}

func (noStateSync) StateSyncEnabled(context.Context) (bool, error) { return false, nil }

func (noStateSync) GetOngoingSyncStateSummary(context.Context) (block.StateSummary, error) {
	return nil, database.ErrNotFound
}

func (noStateSync) GetLastStateSummary(context.Context) (block.StateSummary, error) {
	return nil, database.ErrNotFound
}

func (noStateSync) GetStateSummary(context.Context, uint64) (block.StateSummary, error) {
	return nil, database.ErrNotFound
}

func (noStateSync) ParseStateSummary(context.Context, []byte) (block.StateSummary, error) {
	return nil, errIdle
}
