package customtypes

import (
	"math/big"

	"github.com/ava-labs/avalanchego/vms/evm/acp226"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/dynamic"
	"github.com/ava-labs/libevm/common"
	"github.com/ava-labs/libevm/core/types"
)

var EmptyExtDataHash common.Hash

type HeaderExtra struct {
	ExtDataHash                   common.Hash
	ExtDataGasUsed, BlockGasCost  *big.Int
	TimeMilliseconds              *uint64
	MinDelayExcess                *acp226.DelayExcess
	TargetExponent                *dynamic.TargetExponent
	MinPriceExponent              *dynamic.PriceExponent
	SettledHeight, SettledGasUnix *uint64
	SettledGasNumerator           *uint64
	SettledExcess                 *uint64
}

func GetHeaderExtra(*types.Header) *HeaderExtra                 { panic("stand-in") }
func WithHeaderExtra(*types.Header, *HeaderExtra) *types.Header { panic("stand-in") }
func HeaderTimeMilliseconds(*types.Header) uint64               { panic("stand-in") }
func CalcExtDataHash([]byte) common.Hash                        { panic("stand-in") }
func BlockExtData(*types.Block) []byte                          { panic("stand-in") }
func BlockVersion(*types.Block) uint32                          { panic("stand-in") }

func NewBlockWithExtData(
	*types.Header, []*types.Transaction, []*types.Header, []*types.Receipt, types.TrieHasher, []byte, bool,
) *types.Block {
	panic("stand-in")
}
