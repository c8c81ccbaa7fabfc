import type { FillState } from './fills.ts'

export interface SourceState {
  /** `empty` before the first trade */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  older: 'more' | 'loading' | 'failed' | 'exhausted'
  /** What is known to be missing or wrong among the candles there are */
  holes: FillState
}
