// Package prefetch replaces a file of AvalancheGo for the newest published libevm, which has the option under another name.
package prefetch

import "github.com/ava-labs/libevm/core/state"

func WithConcurrentWorkers(int) state.PrefetcherOption { return state.WithWorkerPools(nil) }
