package warp

import (
	"github.com/ava-labs/avalanchego/graft/coreth/precompile/precompileconfig"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/libevm/common"
)

var ContractAddress common.Address

func NewDefaultConfig(*uint64) precompileconfig.Config { panic("stand-in") }

func UnpackSendWarpEventDataToMessage([]byte) (*warp.UnsignedMessage, error) { panic("stand-in") }
