import type { Locale } from '../../i18n/locales.ts'
import type { CandleRow } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import type { ConnectionWords } from '../live/connection-words.ts'
import type { ChartState } from './chart-state.ts'
import type { WorkspaceProps } from './layout-props.ts'
import type { SeriesColors } from './palette.ts'
import type { ChartWords } from './words.ts'

/** An asset that a chart can show. */
export interface ChartAsset
  extends Pick<Instrument, 'asset' | 'base' | 'quote' | 'name' | 'priceDigits' | 'volumeDigits'> {
  /** Absent while nothing was traded */
  last?: number
  /** Per cent */
  change24h?: number
}

/** Everything the screen of charts is made of, on the server as in the browser. JSON. */
export interface ChartScreenProps {
  locale: Locale
  words: ChartWords
  /** Words of how live the prices are */
  connection: ConnectionWords
  /** Whether the prices are made up */
  isDemo: boolean
  assets: ChartAsset[]
  state: ChartState
  /** The newest candles of the state's asset and timeframe, ascending */
  rows: CandleRow[]
  colors: SeriesColors
  /** The other charts, drawings and layouts */
  workspace: WorkspaceProps
  /** Path of the page, and of what keeps colours, in the page's language */
  address: string
  colorsAddress: string
}

/** `BTC/USDT` */
export function pairOf({ base, quote }: Pick<ChartAsset, 'base' | 'quote'>): string {
  return `${base}/${quote}`
}
