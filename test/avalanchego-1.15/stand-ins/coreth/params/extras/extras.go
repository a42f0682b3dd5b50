package extras

import (
	"github.com/ava-labs/avalanchego/graft/coreth/precompile/precompileconfig"
	"github.com/ava-labs/avalanchego/snow"
	"github.com/ava-labs/libevm/common"
)

type (
	ChainConfig struct {
		NetworkUpgrades
		AvalancheContext
		UpgradeConfig
	}
	NetworkUpgrades struct {
		ApricotPhase1BlockTimestamp, ApricotPhase2BlockTimestamp, ApricotPhase3BlockTimestamp,
		ApricotPhase4BlockTimestamp, ApricotPhase5BlockTimestamp, ApricotPhasePre6BlockTimestamp,
		ApricotPhase6BlockTimestamp, ApricotPhasePost6BlockTimestamp, BanffBlockTimestamp, CortinaBlockTimestamp,
		DurangoBlockTimestamp, EtnaTimestamp, FortunaTimestamp, GraniteTimestamp, HeliconTimestamp *uint64
	}
	AvalancheContext  struct{ SnowCtx *snow.Context }
	UpgradeConfig     struct{ PrecompileUpgrades []PrecompileUpgrade }
	PrecompileUpgrade struct{ precompileconfig.Config }

	Rules struct {
		AvalancheRules
		Predicaters map[common.Address]precompileconfig.Predicater
	}
	AvalancheRules struct{ IsDurango bool }
)

func (*ChainConfig) IsApricotPhase1(uint64) bool { panic("stand-in") }
func (*ChainConfig) IsApricotPhase3(uint64) bool { panic("stand-in") }
func (*ChainConfig) IsDurango(uint64) bool       { panic("stand-in") }
func (*ChainConfig) IsEtna(uint64) bool          { panic("stand-in") }
func (*ChainConfig) IsFortuna(uint64) bool       { panic("stand-in") }
func (*ChainConfig) IsGranite(uint64) bool       { panic("stand-in") }
func (*ChainConfig) IsHelicon(uint64) bool       { panic("stand-in") }

func (*Rules) HasPredicate(common.Address) bool { panic("stand-in") }
