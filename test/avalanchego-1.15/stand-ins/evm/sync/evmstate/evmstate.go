package evmstate

import "context"

type Syncer struct{}

func NewSyncer(...any) (*Syncer, error) { panic("stand-in") }

func (*Syncer) Sync(context.Context) error { panic("stand-in") }
func (*Syncer) Finalize() error            { panic("stand-in") }
