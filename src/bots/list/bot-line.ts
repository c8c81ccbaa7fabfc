import type { Translate } from '../../i18n/translate.ts'
import { pairOf } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { type BotFigures, figuresOf, type PerformanceHistory, priceFor } from '../owner/bot-figures.ts'
import { nameOf } from '../owner/bot-name.ts'
import type { PlannedBot } from '../owner/owner-queries.ts'
import { strategyOf } from '../page/bot-head.tsx'
import type { BotRow } from '../running/runner-queries.ts'
import type { BotList, Life, Sort } from './list-query.ts'

export interface BotLine {
  id: string
  name: string
  isOwn: boolean
  asset: string
  /** Trading pair, such as `BTC/USDT`; the asset itself if the market no longer has it */
  pair: string
  quote: string
  tf: number
  strategy: string
  /** Name of the strategy in the reader's language */
  strategyName: string
  state: BotRow['state']
  reason: string | null
  startedAt: number | null
  figures: BotFigures
  history: PerformanceHistory
}

export interface LineSources {
  market: Pick<Market, 'current' | 'feed' | 'instrument'>
  t: Translate
}

export function lineOf({ row, plan }: PlannedBot, history: PerformanceHistory, { market, t }: LineSources): BotLine {
  const { id, userId, asset, tf, state, reason, startedAt } = row
  const instrument = market.instrument(asset)
  return {
    id,
    name: nameOf(t, { row, plan }),
    isOwn: userId !== null,
    asset,
    pair: instrument ? pairOf(instrument) : asset,
    quote: instrument?.quote ?? '',
    tf: tf as Timeframe,
    strategy: plan.strategy,
    strategyName: t(`bots.strategies.${strategyOf(plan.strategy)}`),
    state,
    reason,
    startedAt,
    figures: figuresOf(row, history, priceFor(row, market)),
    history,
  }
}

function lifeOf({ state }: Pick<BotLine, 'state'>): Life {
  return state === 'running' || state === 'paused' || state === 'draft' ? state : 'ended'
}

/** Returns the bot's advantage over buy and hold: 0.01 is one percent of the capital. */
export function edgeOf({ figures: { profitShare, buyAndHold } }: Pick<BotLine, 'figures'>): number | undefined {
  return buyAndHold === undefined ? undefined : profitShare - buyAndHold
}

export function findLines(lines: readonly BotLine[], list: BotList): BotLine[] {
  const { life, strategy, asset } = list
  return lines.filter(
    (line) =>
      (life === undefined || lifeOf(line) === life) &&
      (strategy === undefined || line.strategy === strategy) &&
      (asset === undefined || line.asset === asset) &&
      isCalled(line, list.search),
  )
}

function isCalled({ name, asset, pair, strategy, strategyName }: BotLine, search: string): boolean {
  const wanted = search.toLowerCase()
  return [name, asset, pair, strategy, strategyName].some((own) => own.toLowerCase().includes(wanted))
}

/** Sorts the lines of a list. @param usual  default order if the list has none */
export function arrangeLines(lines: readonly BotLine[], { sort, isDescending }: BotList, usual?: Sort): BotLine[] {
  const by = sort ?? usual
  if (by === undefined) return [...lines]
  const direction = (sort === undefined ? by !== 'name' : isDescending) ? -1 : 1
  if (by === 'name') return lines.toSorted((a, b) => direction * a.name.localeCompare(b.name))
  const [known, unknown] = [lines.filter((line) => measureOf(line, by) !== undefined), lines]
  // Lines without the figure that is sorted by come last in both directions.
  return [
    ...known.toSorted((a, b) => direction * ((measureOf(a, by) ?? 0) - (measureOf(b, by) ?? 0))),
    ...unknown.filter((line) => measureOf(line, by) === undefined),
  ]
}

/** Returns ranks by bot id, from 1: by share of profit, independent of the list's order. */
export function ranksOf(lines: readonly BotLine[]): ReadonlyMap<string, number> {
  const ranked = lines.toSorted((a, b) => b.figures.profitShare - a.figures.profitShare)
  return new Map(ranked.map(({ id }, index) => [id, index + 1]))
}

function measureOf(line: BotLine, sort: Exclude<Sort, 'name'>): number | undefined {
  const { figures } = line
  if (sort === 'equity') return figures.equity
  if (sort === 'profit') return figures.profitShare
  if (sort === 'day') return figures.dayProfit
  if (sort === 'edge') return edgeOf(line)
  if (sort === 'drawdown') return figures.maxDrawdown
  return figures.winRate
}

/** A bot or account whose figures `totalsOf` sums */
export interface Summable extends Pick<BotLine, 'quote' | 'state'> {
  figures: Omit<BotFigures, 'price'>
}

export interface BotTotals {
  /** Quote currency of the totals; undefined if quote currencies differ, so that nothing can be summed */
  quote: string | undefined
  equity: number
  capital: number
  profit: number
  realised: number
  unrealised: number
  dayProfit: number
  running: number
}

export function totalsOf(lines: readonly Summable[]): BotTotals {
  const quotes = new Set(lines.map(({ quote }) => quote))
  const sum = (figure: (figures: Summable['figures']) => number) =>
    lines.reduce((all, { figures }) => all + figure(figures), 0)
  return {
    quote: quotes.size === 1 ? [...quotes][0] : undefined,
    equity: sum(({ equity }) => equity),
    capital: sum(({ capital }) => capital),
    profit: sum(({ profit }) => profit),
    realised: sum(({ realised }) => realised),
    unrealised: sum(({ unrealised }) => unrealised),
    dayProfit: sum(({ dayProfit }) => dayProfit ?? 0),
    running: lines.filter(({ state }) => state === 'running').length,
  }
}
