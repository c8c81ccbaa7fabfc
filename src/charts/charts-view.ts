import { type Locale, localised } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { connectionWords } from '../live/connection-words.ts'
import { standingWords } from '../live/standing.ts'
import { rowOf } from '../market/candle.ts'
import type { Market } from '../market/market.ts'
import { readTogether } from '../market/read-together.ts'
import { paths } from '../paths.ts'
import { parseColors } from './canvas/colors.ts'
import { firstCount } from './canvas/room.ts'
import type { ChartAsset, ChartScreenProps } from './chart-props.ts'
import type { ChartState } from './chart-state.ts'
import type { WorkspaceProps } from './layout/props.ts'

export interface ChartsViewOptions {
  locale: Locale
  state: ChartState
  settings: string | undefined
  workspace: WorkspaceProps
}

export function viewCharts(market: Market, options: ChartsViewOptions): Promise<ChartScreenProps> {
  return readTogether(market, () => readCharts(market, options))
}

async function readCharts(market: Market, options: ChartsViewOptions): Promise<ChartScreenProps> {
  const { locale, state, settings, workspace } = options
  const { asset, tf } = state
  const [words, t] = [{ ru, en }[locale], translator(locale)]
  const [summaries, candles] = await Promise.all([
    market.summaries(),
    market.candles({ asset, tf, limit: firstCount(state.indicators) }),
  ])
  const instrument = market.instrument(asset)
  const summaryOf = new Map(summaries.map((summary) => [summary.asset, summary]))
  const assets = market.instruments.map((instrument): ChartAsset => {
    const summary = summaryOf.get(instrument.asset)
    return { ...instrument, ...(summary && { last: summary.last, change24h: summary.change24h }) }
  })
  return {
    locale,
    words: words.charts,
    connection: connectionWords(t),
    isDemo: market.feed.id === 'demo',
    market: market.state(),
    standings: standingWords(t),
    assets,
    state,
    rows: instrument ? candles.map((candle) => rowOf(candle, instrument)) : [],
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
    // Saved by an earlier version in another form.
    return undefined
  }
}
