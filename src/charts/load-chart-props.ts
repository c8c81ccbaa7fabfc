import { type Locale, localised } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { assetStatusWords } from '../live/asset-status.ts'
import { connectionWords } from '../live/connection-words.ts'
import { rowOf } from '../market/candle.ts'
import { candlesAt } from '../market/candles-at.ts'
import type { Listing, TradeRules } from '../market/listing/listing.ts'
import { type Market, readConsistently } from '../market/market.ts'
import { paths } from '../paths.ts'
import { firstCount } from './canvas/dimensions.ts'
import { parseColors } from './canvas/palette.ts'
import type { ChartAsset, ChartScreenProps } from './chart-props.ts'
import type { ChartState } from './chart-state.ts'
import type { WorkspaceProps } from './layout/layout.ts'
import { practiceWords } from './replay/practice-words.ts'

export interface ChartPropsOptions {
  locale: Locale
  state: ChartState
  /** Path of the charts page without the locale prefix */
  address: string
  /** Time of a replay, ms UTC: nothing later is loaded */
  replay?: number | undefined
}

export interface ChartScreenOptions extends Omit<ChartPropsOptions, 'address'> {
  settings: string | undefined
  workspace: WorkspaceProps
  moment: number | undefined
  notice: string
}

export async function loadChartScreen(market: Market, options: ChartScreenOptions): Promise<ChartScreenProps> {
  const { locale, state, settings, workspace, moment, replay, notice } = options
  return {
    ...(await loadChartProps(market, { locale, state, replay, address: paths.charts })),
    practice: practiceWords(locale),
    colors: settings === undefined ? {} : parseColors(readJson(settings)),
    workspace,
    moment,
    replay,
    notice,
    colorsAddress: localised(locale, paths.chartColors),
  }
}

export function loadChartProps(market: Market, options: ChartPropsOptions): Promise<SharedProps> {
  return readConsistently(market, () => readChart(market, options))
}

type SharedProps = Omit<
  ChartScreenProps,
  'moment' | 'replay' | 'notice' | 'practice' | 'colors' | 'workspace' | 'colorsAddress'
>

async function readChart(market: Market, { locale, state, address, replay }: ChartPropsOptions): Promise<SharedProps> {
  const { asset, tf } = state
  const [words, t] = [{ ru, en }[locale], translator(locale)]
  const [summaries, candles] = await Promise.all([
    replay === undefined ? market.summaries() : [],
    candlesAt(market, { asset, tf, until: replay, limit: firstCount(state) }),
  ])
  const instrument = market.instrument(asset)
  const summaryOf = new Map(summaries.map((summary) => [summary.asset, summary]))
  const assets = market.instruments.map((instrument): ChartAsset => {
    const summary = summaryOf.get(instrument.asset)
    const rules = rulesOf(market.listing(instrument.asset))
    return { ...instrument, rules, ...(summary && { last: summary.last, change24h: summary.change24h }) }
  })
  return {
    locale,
    words: words.charts,
    connection: connectionWords(t, market.state().delayMs),
    isDemo: market.feed.id === 'demo',
    market: market.state(),
    standings: assetStatusWords(t),
    assets,
    state,
    rows: instrument ? candles.map((candle) => rowOf(candle, instrument)) : [],
    address: localised(locale, address),
  }
}

function rulesOf(listing: Listing | undefined): TradeRules | undefined {
  if (!listing) return undefined
  const { priceStep, quantityStep, minNotional } = listing
  return { priceStep, quantityStep, minNotional }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Colors saved by an earlier version of the program have another format and are ignored.
    return undefined
  }
}
