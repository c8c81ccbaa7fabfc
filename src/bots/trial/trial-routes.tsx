import { type Context, Hono } from 'hono'
import type { ReactElement } from 'react'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { translator } from '../../i18n/translate.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { paths } from '../../paths.ts'
import type { BotsDeps } from '../bots-deps.ts'
import type { FieldValues } from '../form/field-values.ts'
import { answerLate } from './answer-late.tsx'
import { type Asked, addressOf, askedOf, showTrial } from './asked-trial.tsx'
import { cellValues } from './cell-query.ts'
import { sweepRoutes } from './sweep-routes.tsx'
import { tradesCsv } from './trades-csv.ts'
import { resultId } from './trial-page.tsx'
import { TrialProblem } from './trial-problem.tsx'
import { queryOf } from './trial-query.ts'
import { TrialResult } from './trial-result.tsx'
import type { Trial, TrialOutcome } from './trials.ts'

/** Routes of backtests and sweeps. They store nothing, so they are allowed during impersonation. */
export function trialRoutes(deps: BotsDeps) {
  const { guards, now } = deps
  const { trials } = deps.laboratory
  const limited = limitRate(guards.auth, { burst: 60, everyMs: 1000, now })
  const show = (c: Context<AuthEnv>, { strategy, values }: Asked, result?: ReactElement) =>
    showTrial(c, deps, { kind: 'trial', strategy, form: { values, errors: {} }, result })
  const refuse = (c: Context<AuthEnv>, { strategy, values }: Asked, errors: Record<string, string>) =>
    showTrial(c, deps, { kind: 'trial', strategy, form: { values, errors }, status: 422 })

  const tryAsked = (c: Context<AuthEnv>, asked: Asked) => {
    const { values } = asked
    const plan = asked.read()
    if (plan.status === 'invalid') return refuse(c, asked, plan.errors)
    const trial = trials.find(plan.backtest)
    if (trial) return show(c, asked, resultOf(c, values, { status: 'done', trial }))
    const owner = currentUser(c).id
    return answerLate(c, {
      cancel: addressOf(c, paths.botTrial, values),
      text: translator(c.var.locale)('backtest.running'),
      show: (running) => show(c, asked, running),
      result: async (onProgress, signal) =>
        resultOf(c, values, await trials.make(plan.backtest, { owner, signal, onProgress })),
    })
  }

  return new Hono<AuthEnv>()
    .get(paths.botTrial, limited, (c) => {
      const asked = askedOf(c, deps, 'trial')
      if (asked.ofLastDays) return redirectTo(c, asked.ofLastDays)
      const cell = cellValues(asked.params, asked.strategy, c.var.locale)
      if (cell) {
        const query = queryOf({ ...asked.values, ...cell }, { run: '1' })
        return redirectTo(c, `${paths.botTrial}?${query}#${resultId}`)
      }
      return asked.params.has('run') ? tryAsked(c, asked) : show(c, asked)
    })
    .get(paths.botTrialTrades, limited, async (c) => {
      const asked = askedOf(c, deps, 'trial')
      const plan = asked.read()
      if (plan.status === 'invalid') return refuse(c, asked, plan.errors)
      if (c.req.method === 'HEAD') return answerCsv(c, plan.backtest.request, '')
      const found = trials.find(plan.backtest)
      const outcome: TrialOutcome = found
        ? { status: 'done', trial: found }
        : await trials.make(plan.backtest, { owner: currentUser(c).id, signal: c.req.raw.signal })
      if (outcome.status === 'done') return answerCsv(c, outcome.trial.request, tradesCsv(outcome.trial))
      const { strategy, values } = asked
      const result = <TrialProblem status={outcome.status} />
      return showTrial(c, deps, { kind: 'trial', strategy, form: { values, errors: {} }, result, status: 503 })
    })
    .route('/', sweepRoutes(deps, limited))
}

function resultOf(c: Context<AuthEnv>, values: FieldValues, outcome: TrialOutcome): ReactElement {
  if (outcome.status !== 'done') return <TrialProblem status={outcome.status} />
  const links = {
    bot: addressOf(c, paths.newBot, values),
    sweep: addressOf(c, paths.botSweep, values),
    trades: addressOf(c, paths.botTrialTrades, values),
    page: (page: number) => `${addressOf(c, paths.botTrial, values, { run: '1', page: String(page) })}#trades`,
  }
  return <TrialResult trial={outcome.trial} page={Number(c.req.query('page')) || 1} links={links} />
}

function answerCsv(c: Context<AuthEnv>, { asset, strategy }: Trial['request'], csv: string) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${asset.toLowerCase()}-${strategy}-trades.csv"`)
  c.header('cache-control', 'no-store')
  return c.body(csv)
}
