import type { Locale } from '../../i18n/locales.ts'
import type { Instrument } from '../../market/instrument.ts'
import type { BacktestRun } from '../backtest/run-backtest.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { BotsDeps } from '../bots-deps.ts'
import type { FieldValues } from './field-values.ts'
import { type Period, readPlan } from './read-plan.ts'

/** Periods of the preview, days; the first is the default */
export const previewDays = [30, 7, 90] as const

export type Preview =
  | { status: 'done'; run: BacktestRun; statistics: Statistics; capital: number; instrument: Instrument }
  | { status: 'invalid' | 'empty' | 'busy' | 'too-long' | 'stopped' }

export interface PreviewRequest {
  locale: Locale
  /** User id of the requester: owners take turns */
  owner: string
  values: FieldValues
  signal: AbortSignal
}

export async function makePreview(
  { market, backtestService, now }: Pick<BotsDeps, 'market' | 'backtestService' | 'now'>,
  { locale, owner, values, signal }: PreviewRequest,
): Promise<Preview> {
  const days = daysOf(values)
  const read = readPlan(
    values,
    { locale, market },
    newest(days, market.current(values.asset ?? '', 1)?.openTime ?? now()),
  )
  if (read.status === 'invalid') return { status: 'invalid' }
  const { readTask, capital, request, instrument } = read.backtest
  const outcome = await backtestService.backtests.run({ owner, task: readTask, signal })
  switch (outcome.status) {
    case 'done': {
      if (outcome.run.marks.time.length < 2) return { status: 'empty' }
      const statistics = statisticsOf(outcome.run, { ...request, capital })
      return { status: 'done', run: outcome.run, statistics, capital, instrument }
    }
    case 'busy':
    case 'too-long':
      return { status: outcome.status }
    case 'cancelled':
    case 'failed':
      return { status: 'stopped' }
  }
}

export function daysOf({ days }: FieldValues): (typeof previewDays)[number] {
  return previewDays.find((each) => String(each) === days) ?? previewDays[0]
}

/** Returns the newest period of `days`. It ends with a minute of the feed, by the clock of the feed. */
function newest(days: number, to: number): Period {
  return { from: Math.max(0, to - days * 86_400_000), to }
}
