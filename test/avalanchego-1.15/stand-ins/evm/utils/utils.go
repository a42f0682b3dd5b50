package utils

import (
	"math/big"
	"time"
)

func TimeToNewUint64(time.Time) *uint64 { panic("stand-in") }
func BigEqual(_, _ *big.Int) bool       { panic("stand-in") }
