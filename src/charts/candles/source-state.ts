import type { GapState } from './gap-filler.ts'

export interface SourceState {
  /** State of the newest candles; `empty` means that the asset has not been traded yet */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  older: 'more' | 'loading' | 'failed' | 'exhausted'
  /** State of gaps and pending corrections within the loaded candles */
  holes: GapState
}
