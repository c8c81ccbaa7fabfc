import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { AuthEnv } from '../../auth/middleware.ts'
import { translator } from '../../i18n/translate.ts'
import { redirectTo } from '../../pages/redirects.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import type { BacktestReport, BacktestReportOutcome } from '../analysis/backtest-service.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { moneyDigits } from '../engine/money.ts'
import type { FieldValues } from '../form/field-values.ts'
import type { ReadyPlan } from '../form/read-plan.ts'
import { answerLate } from './answer-late.tsx'
import { BacktestProblem, TooManyBacktests } from './backtest-notices.tsx'
import { queryOf } from './backtest-query.ts'
import { BacktestResult, type ResultLinks } from './backtest-result.tsx'
import { addressOf, type FormRequest, isLoading, places, showBacktestPage } from './form-request.tsx'

/** Processor time of writing one trade into a file, ms, as measured on two busy cores */
const tradeMs = 0.015

const columns = ['time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason']

/** Formats trades of a backtest as CSV, with all digits and times in UTC. */
function tradesCsv({ trades, reasons, instrument }: Pick<BacktestReport, 'trades' | 'reasons' | 'instrument'>): string {
  const { priceDigits, volumeDigits } = instrument
  const lines = Array.from(trades.time, (time, at) =>
    csvLine([
      new Date(time).toISOString(),
      trades.side[at] === 1 ? 'buy' : 'sell',
      decimalText(trades.price[at] ?? 0, priceDigits),
      decimalText(trades.quantity[at] ?? 0, volumeDigits),
      decimalText(trades.fee[at] ?? 0, moneyDigits),
      // The profit must be a number: a text that begins with a minus would be escaped as a formula.
      (trades.profit[at] ?? 0) / 10 ** moneyDigits,
      reasons[trades.reason[at] ?? 0] ?? '',
    ]),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}

/** A page with a backtest: that of the users, or that of visitors without an account. */
interface TrialPage {
  kind: 'trial' | 'try'
  /** Owner of the backtests in the queue */
  ownerOf(c: Context<AuthEnv>): string
  /**
   * Takes a turn for a backtest whose result is not cached; undefined if backtests are not limited. @returns the wait until it is
   * allowed, ms
   */
  takeTurn?(c: Context<AuthEnv>): number
  linksOf(c: Context<AuthEnv>, values: FieldValues): ResultLinks
  /** Records that the member has run a backtest; absent for visitors */
  record?(c: Context<AuthEnv>): Promise<void>
}

interface Shown {
  errors?: Record<string, string>
  result?: ReactElement
  status?: PageStatus
}

/**
 * Creates the answers of a page with a backtest. These store nothing but the member's first step, so they are allowed
 * during impersonation.
 */
export function trialAnswers(deps: BotsDeps, { kind, ownerOf, takeTurn, linksOf, record }: TrialPage) {
  const { reports } = deps.backtestService
  const show = (c: Context<AuthEnv>, request: FormRequest, { errors = {}, ...shown }: Shown = {}) => {
    const { strategy, values } = request
    return showBacktestPage(c, deps, { kind, strategy, form: { values, errors }, ...shown })
  }
  /** Returns the answer to a request over the limit. */
  const slowDown = (c: Context<AuthEnv>, request: FormRequest) => {
    const wait = c.req.method === 'HEAD' ? 0 : takeTurn?.(c)
    if (!wait) return undefined
    const seconds = Math.ceil(wait / 1000)
    c.header('retry-after', String(seconds))
    return show(c, request, { result: <TooManyBacktests seconds={seconds} />, status: 429 })
  }
  const resultOf = (c: Context<AuthEnv>, values: FieldValues, outcome: BacktestReportOutcome) => {
    const { status } = outcome
    if (status === 'empty' && isLoading(deps, values.asset)) return <BacktestProblem status="loading" />
    if (status !== 'done') return <BacktestProblem status={status} />
    const page = Number(c.req.query('page')) || 1
    return <BacktestResult report={outcome.report} page={page} links={linksOf(c, values)} />
  }

  const runRequested = async (c: Context<AuthEnv>, request: FormRequest, { backtest }: ReadyPlan) => {
    const { values } = request
    await record?.(c)
    const report = reports.find(backtest)
    if (report) return show(c, request, { result: resultOf(c, values, { status: 'done', report }) })
    const late = {
      cancel: addressOf(c, places[kind], values),
      text: translator(c.var.locale)('backtest.running'),
      show: (running: ReactElement) => show(c, request, { result: running }),
      result: async (onProgress: (share: number) => void, signal: AbortSignal) =>
        resultOf(c, values, await reports.make(backtest, { owner: ownerOf(c), signal, onProgress })),
    }
    return slowDown(c, request) ?? answerLate(c, late)
  }

  return {
    page: (c: Context<AuthEnv>, request: FormRequest) => {
      if (!request.params.has('run')) return show(c, request)
      const plan = request.read()
      return plan.status === 'invalid'
        ? show(c, request, { errors: plan.errors, status: 422 })
        : runRequested(c, request, plan)
    },
    trades: async (c: Context<AuthEnv>, request: FormRequest) => {
      const plan = request.read()
      if (plan.status === 'invalid') return show(c, request, { errors: plan.errors, status: 422 })
      const { backtest } = plan
      if (c.req.method === 'HEAD') return answerCsv(c, backtest.request, '')
      const found = reports.find(backtest)
      // Limited backtests are run by the page alone, which shows how long to wait.
      if (!found && takeTurn) return redirectTo(c, `${places[kind]}?${queryOf(request.values, { run: '1' })}`)
      const outcome: BacktestReportOutcome = found
        ? { status: 'done', report: found }
        : await reports.make(backtest, { owner: ownerOf(c), signal: c.req.raw.signal })
      if (outcome.status === 'done') {
        const { report } = outcome
        c.var.spend(report.trades.time.length * tradeMs)
        return answerCsv(c, report.request, tradesCsv(report))
      }
      return show(c, request, { result: <BacktestProblem status={outcome.status} />, status: 503 })
    },
  }
}

const tradesPlaces = { trial: paths.botTrialTrades, try: paths.tryStrategyTrades } as const

/** Returns the links of a result to its own page and file. */
export function ownLinks(c: Context<AuthEnv>, kind: TrialPage['kind'], values: FieldValues) {
  return {
    trades: addressOf(c, tradesPlaces[kind], values),
    page: (number: number) => `${addressOf(c, places[kind], values, { run: '1', page: String(number) })}#trades`,
  }
}

function answerCsv(c: Context<AuthEnv>, { asset, strategy }: BacktestReport['request'], csv: string) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${asset.toLowerCase()}-${strategy}-trades.csv"`)
  c.header('cache-control', 'no-store')
  return c.body(csv)
}
