package precompileconfig

import (
	"github.com/ava-labs/avalanchego/snow"
	"github.com/ava-labs/avalanchego/snow/engine/snowman/block"
	"github.com/ava-labs/avalanchego/vms/evm/predicate"
)

type (
	Config           interface{ Key() string }
	PredicateContext struct {
		SnowCtx            *snow.Context
		ProposerVMBlockCtx *block.Context
	}
	Predicater interface {
		VerifyPredicate(*PredicateContext, predicate.Predicate) error
	}
)
