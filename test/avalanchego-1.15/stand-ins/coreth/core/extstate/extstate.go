package extstate

import (
	"math/big"

	"github.com/ava-labs/libevm/common"
	"github.com/ava-labs/libevm/core/state"
)

type StateDB struct{ *state.StateDB }

func New(*state.StateDB) *StateDB { panic("stand-in") }

func (*StateDB) GetBalanceMultiCoin(common.Address, common.Hash) *big.Int  { panic("stand-in") }
func (*StateDB) AddBalanceMultiCoin(common.Address, common.Hash, *big.Int) { panic("stand-in") }
func (*StateDB) SubBalanceMultiCoin(common.Address, common.Hash, *big.Int) { panic("stand-in") }
