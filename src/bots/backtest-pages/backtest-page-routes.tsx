import { type Context, Hono } from 'hono'
import type { ReactElement } from 'react'
import { type AuthEnv, currentSession, currentUser } from '../../auth/middleware.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { translator } from '../../i18n/translate.ts'
import { recordSteps } from '../../pages/first-steps.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { paths } from '../../paths.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import type { BacktestReport, BacktestReportOutcome } from '../analysis/backtest-service.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { moneyDigits } from '../engine/money.ts'
import type { FieldValues } from '../form/field-values.ts'
import { answerLate } from './answer-late.tsx'
import { BacktestProblem } from './backtest-notices.tsx'
import { resultId } from './backtest-page.tsx'
import { queryOf } from './backtest-query.ts'
import { BacktestResult } from './backtest-result.tsx'
import { addressOf, type FormRequest, readFormRequest, showBacktestPage } from './form-request.tsx'
import { cellValues } from './sweep-query.ts'
import { sweepRoutes } from './sweep-routes.tsx'

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

/**
 * Routes of backtest and sweep pages. These store nothing but the member's first step, so they are allowed during
 * impersonation.
 */
export function backtestPageRoutes(deps: BotsDeps) {
  const { guards, now } = deps
  const { reports } = deps.backtestService
  const limited = limitRate(guards.auth, { burst: 60, everyMs: 1000, now })
  const show = (c: Context<AuthEnv>, { strategy, values }: FormRequest, result?: ReactElement) =>
    showBacktestPage(c, deps, { kind: 'trial', strategy, form: { values, errors: {} }, result })
  const refuse = (c: Context<AuthEnv>, { strategy, values }: FormRequest, errors: Record<string, string>) =>
    showBacktestPage(c, deps, { kind: 'trial', strategy, form: { values, errors }, status: 422 })

  const runRequested = async (c: Context<AuthEnv>, request: FormRequest) => {
    const { values } = request
    const plan = request.read()
    if (plan.status === 'invalid') return refuse(c, request, plan.errors)
    await recordSteps(deps, currentSession(c), ['backtest'])
    const report = reports.find(plan.backtest)
    if (report) return show(c, request, resultOf(c, values, { status: 'done', report }))
    const owner = currentUser(c).id
    return answerLate(c, {
      cancel: addressOf(c, paths.botTrial, values),
      text: translator(c.var.locale)('backtest.running'),
      show: (running) => show(c, request, running),
      result: async (onProgress, signal) =>
        resultOf(c, values, await reports.make(plan.backtest, { owner, signal, onProgress })),
    })
  }

  return new Hono<AuthEnv>()
    .get(paths.botTrial, limited, (c) => {
      const request = readFormRequest(c, deps, 'trial')
      if (request.ofLastDays) return redirectTo(c, request.ofLastDays)
      const cell = cellValues(request.params, request.strategy, c.var.locale)
      if (cell) {
        const query = queryOf({ ...request.values, ...cell }, { run: '1' })
        return redirectTo(c, `${paths.botTrial}?${query}#${resultId}`)
      }
      return request.params.has('run') ? runRequested(c, request) : show(c, request)
    })
    .get(paths.botTrialTrades, limited, async (c) => {
      const request = readFormRequest(c, deps, 'trial')
      const plan = request.read()
      if (plan.status === 'invalid') return refuse(c, request, plan.errors)
      if (c.req.method === 'HEAD') return answerCsv(c, plan.backtest.request, '')
      const found = reports.find(plan.backtest)
      const outcome: BacktestReportOutcome = found
        ? { status: 'done', report: found }
        : await reports.make(plan.backtest, { owner: currentUser(c).id, signal: c.req.raw.signal })
      if (outcome.status === 'done') return answerCsv(c, outcome.report.request, tradesCsv(outcome.report))
      const { strategy, values } = request
      const result = <BacktestProblem status={outcome.status} />
      return showBacktestPage(c, deps, { kind: 'trial', strategy, form: { values, errors: {} }, result, status: 503 })
    })
    .route('/', sweepRoutes(deps, limited))
}

function resultOf(c: Context<AuthEnv>, values: FieldValues, outcome: BacktestReportOutcome): ReactElement {
  if (outcome.status !== 'done') return <BacktestProblem status={outcome.status} />
  const links = {
    bot: addressOf(c, paths.newBot, values),
    sweep: addressOf(c, paths.botSweep, values),
    trades: addressOf(c, paths.botTrialTrades, values),
    page: (page: number) => `${addressOf(c, paths.botTrial, values, { run: '1', page: String(page) })}#trades`,
  }
  return <BacktestResult report={outcome.report} page={Number(c.req.query('page')) || 1} links={links} />
}

function answerCsv(c: Context<AuthEnv>, { asset, strategy }: BacktestReport['request'], csv: string) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${asset.toLowerCase()}-${strategy}-trades.csv"`)
  c.header('cache-control', 'no-store')
  return c.body(csv)
}
