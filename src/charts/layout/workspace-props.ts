import type { CandleRow } from '../../market/candle.ts'
import type { Arrangement } from './arrangement.ts'
import type { Layout } from './layout.ts'

export interface WorkspaceProps {
  owner: string
  arrangement: Arrangement
  /** Candles of each chart after the first, ascending */
  others: CandleRow[][]
  layouts: Layout[]
  layoutId?: string | undefined
}
