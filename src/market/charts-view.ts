import { type Locale, localised } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { rowOf } from './candle.ts'
import type { ChartAsset, ChartScreenProps } from './chart/chart-props.ts'
import type { ChartState } from './chart/chart-state.ts'
import { parseColors } from './chart/colors.ts'
import type { WorkspaceProps } from './chart/layout-props.ts'
import { wideCount } from './chart/room.ts'
import { connectionWords } from './live/connection-words.ts'
import type { Market } from './market.ts'

export interface ChartsViewOptions {
  locale: Locale
  state: ChartState
  /** JSON of the colours somebody has kept */
  settings: string | undefined
  workspace: WorkspaceProps
}

/** Twice as many as a window shows: indicators need what was before. */
const brought = 2 * wideCount

/** Everything that the screen of charts is made of; what is traded, and the newest candles of what is looked at. */
export async function viewCharts(market: Market, options: ChartsViewOptions): Promise<ChartScreenProps> {
  const { locale, state, settings, workspace } = options
  const { asset, tf } = state
  const [summaries, candles] = await Promise.all([market.summaries(), market.candles({ asset, tf, limit: brought })])
  const summaryOf = new Map(summaries.map((summary) => [summary.asset, summary]))
  const assets = market.instruments.map((instrument): ChartAsset => {
    const summary = summaryOf.get(instrument.asset)
    return { ...instrument, ...(summary && { last: summary.last, change24h: summary.change24h }) }
  })
  const words = { ru, en }[locale]
  return {
    locale,
    words: words.charts,
    connection: connectionWords(translator(locale)),
    isDemo: market.feed.id === 'demo',
    assets,
    state,
    rows: candles.map(rowOf),
    colors: settings === undefined ? {} : parseColors(readJson(settings)),
    workspace,
    address: localised(locale, paths.charts),
    colorsAddress: localised(locale, paths.chartColors),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Kept by an earlier version in another form: the usual colours then.
    return undefined
  }
}
