import type { Locale } from '../i18n/locales.ts'
import type { AssetStatusWords } from '../live/asset-status.ts'
import type { ConnectionWords } from '../live/connection-words.ts'
import type { MarketState } from '../market/asset-state.ts'
import type { CandleRow } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { TradeRules } from '../market/listing/listing.ts'
import type { SeriesColors } from './canvas/palette.ts'
import type { ChartState } from './chart-state.ts'
import type { WorkspaceProps } from './layout/layout.ts'
import type { PracticeWords } from './replay/practice-words.ts'
import type { ChartWords } from './words.ts'

export interface ChartAsset
  extends Pick<Instrument, 'asset' | 'base' | 'quote' | 'name' | 'venue' | 'priceDigits' | 'volumeDigits'> {
  last?: number
  change24h?: number | undefined
  /** Trading rules for orders in a replay; undefined if the source has reported none */
  rules?: TradeRules | undefined
}

export interface ChartScreenProps {
  locale: Locale
  words: ChartWords
  practice: PracticeWords
  connection: ConnectionWords
  isDemo: boolean
  /** State of the market when the page was rendered */
  market: MarketState
  standings: AssetStatusWords
  assets: ChartAsset[]
  state: ChartState
  /** Candles of the chart's asset and timeframe, ascending */
  rows: CandleRow[]
  /** Time that the chart shows at first, ms UTC; without it, the newest candles */
  moment?: number | undefined
  /** Time of a replay at which the page was opened, ms UTC */
  replay?: number | undefined
  /** Names the parts of the address that are not shown, with the reason; empty if all are */
  notice: string
  colors: SeriesColors
  workspace: WorkspaceProps
  /** Address of the charts page in the language of the user */
  address: string
  colorsAddress: string
}
