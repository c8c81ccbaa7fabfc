import type { CandleRow } from '../candle.ts'
import type { Layout } from './layout.ts'
import type { Arrangement } from './layout-state.ts'

/** What the screen of charts knows beyond its first chart. JSON. */
export interface WorkspaceProps {
  /** Whose drawings and layouts are shown */
  owner: string
  arrangement: Arrangement
  /** The newest candles of the charts after the first, ascending */
  others: CandleRow[][]
  layouts: Layout[]
  /** The layout that the screen was opened from */
  layoutId?: string | undefined
}
