package params

import (
	"math/big"

	"github.com/ava-labs/avalanchego/graft/coreth/params/extras"
	"github.com/ava-labs/libevm/params"
)

const (
	IsMergeTODO            = true
	TestFixtureBerlinBlock = 0
	TestFixtureLondonBlock = 0
)

var TestFixtureChainID *big.Int

type ChainConfig = params.ChainConfig

func WithExtra(*ChainConfig, *extras.ChainConfig) *ChainConfig { panic("stand-in") }
func GetExtra(*ChainConfig) *extras.ChainConfig                { panic("stand-in") }
func GetRulesExtra(params.Rules) *extras.Rules                 { panic("stand-in") }
