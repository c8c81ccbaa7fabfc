import type { GapState } from './gap-filler.ts'

export interface SourceState {
  /** `empty` before the asset's first trade */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  older: 'more' | 'loading' | 'failed' | 'exhausted'
  /** Gaps and pending corrections within the loaded candles */
  holes: GapState
}
