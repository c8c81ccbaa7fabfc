import { type Context, Hono } from 'hono'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { LocaleProvider } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { candlesCorrected } from '../../market/topics.ts'
import type { FormState } from '../../pages/form-state.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { BotsDeps } from '../bots-deps.ts'
import type { FieldValues } from '../form/field-values.ts'
import type { ReadyPlan } from '../form/read-plan.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { maCross } from '../strategies/ma-cross.ts'
import { LateMark } from './late-mark.tsx'
import { latePage } from './late-page.ts'
import { tradesCsv } from './trades-csv.ts'
import { resultId, runningId, TrialPage, TrialRunning } from './trial-page.tsx'
import { TrialProblem } from './trial-problem.tsx'
import { lastDays, periods, queryOf, readTrial, trialValues } from './trial-query.ts'
import { TrialResult } from './trial-result.tsx'
import { createTrials, type Trial, type TrialOutcome } from './trials.ts'

/** Nothing is stored: whoever acts for another may try things out. */
export function trialRoutes(deps: BotsDeps) {
  const { guards, now, market, backtests, events } = deps
  const trials = createTrials({ backtests, market })
  events.on(candlesCorrected, trials.forget)
  const limited = limitRate(guards.auth, { burst: 60, everyMs: 1000, now })
  const readQuery = (c: Context<AuthEnv>) => {
    const params = new URL(c.req.url).searchParams
    const surroundings = { locale: c.var.locale, market, now: now() }
    const values = trialValues(params, surroundings)
    return { params, values, read: () => readTrial(values, surroundings) }
  }
  const show = (c: Context<AuthEnv>, form: FormState, result?: ReactElement, status?: PageStatus) => {
    const { values } = form
    const t = translator(c.var.locale)
    const page = (
      <TrialPage
        action={`${localised(c.var.locale, paths.botTrial)}#${resultId}`}
        strategy={findStrategy(values.strategy ?? '') ?? maCross}
        form={form}
        instruments={market.instruments}
        quote={market.instrument(values.asset ?? '')?.quote ?? ''}
      >
        {result}
      </TrialPage>
    )
    return showPage(c, deps, page, { title: t('backtest.title'), description: t('backtest.lead'), status })
  }
  const showLate = async (c: Context<AuthEnv>, values: FieldValues, { backtest }: ReadyPlan) => {
    const { locale } = c.var
    const t = translator(locale)
    const cancel = `${localised(locale, paths.botTrial)}?${queryOf(values)}`
    const running = (
      <>
        <TrialRunning cancel={cancel} text={t('backtest.running')} acts={t('backtest.cancel')} />
        <LateMark />
      </>
    )
    const page = await (await show(c, { values, errors: {} }, running)).text()
    const owner = currentUser(c).id
    const result = async (onProgress: (share: number) => void, signal: AbortSignal) => {
      const outcome = await trials.make(backtest, { owner, signal, onProgress })
      return renderToString(<LocaleProvider locale={locale}>{resultOf(c, values, outcome)}</LocaleProvider>)
    }
    // Proxies that gather an answer before they pass it on would hold the bar back.
    c.header('x-accel-buffering', 'no')
    c.header('cache-control', 'no-store')
    return c.body(latePage({ page, result, labelledBy: runningId }))
  }

  return new Hono<AuthEnv>()
    .get(paths.botTrial, limited, (c) => {
      const { params, values, read } = readQuery(c)
      const days = periods.find((each) => String(each) === params.get('days'))
      if (days) {
        const query = queryOf({ ...values, ...lastDays(days, now()) }, { run: '1' })
        return redirectTo(c, `${paths.botTrial}?${query}#${resultId}`)
      }
      if (!params.has('run')) return show(c, { values, errors: {} })
      const plan = read()
      if (plan.status === 'invalid') return show(c, { values, errors: plan.errors }, undefined, 422)
      const trial = trials.find(plan.backtest)
      if (!trial) return showLate(c, values, plan)
      return show(c, { values, errors: {} }, resultOf(c, values, { status: 'done', trial }))
    })
    .get(paths.botTrialTrades, limited, async (c) => {
      const { values, read } = readQuery(c)
      const plan = read()
      if (plan.status === 'invalid') return show(c, { values, errors: plan.errors }, undefined, 422)
      const found = trials.find(plan.backtest)
      const outcome: TrialOutcome = found
        ? { status: 'done', trial: found }
        : await trials.make(plan.backtest, { owner: currentUser(c).id, signal: c.req.raw.signal })
      if (outcome.status !== 'done') {
        return show(c, { values, errors: {} }, <TrialProblem status={outcome.status} />, 503)
      }
      return answerCsv(c, outcome.trial)
    })
}

function resultOf(c: Context<AuthEnv>, values: FieldValues, outcome: TrialOutcome): ReactElement {
  if (outcome.status !== 'done') return <TrialProblem status={outcome.status} />
  const at = (path: string, more: Record<string, string> = {}) =>
    `${localised(c.var.locale, path)}?${queryOf(values, more)}`
  const links = {
    bot: at(paths.newBot),
    sweep: at(paths.botSweep),
    trades: at(paths.botTrialTrades),
    page: (page: number) => `${at(paths.botTrial, { run: '1', page: String(page) })}#trades`,
  }
  return <TrialResult trial={outcome.trial} page={Number(c.req.query('page')) || 1} links={links} />
}

function answerCsv(c: Context<AuthEnv>, trial: Trial) {
  const { asset, strategy } = trial.request
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${asset.toLowerCase()}-${strategy}-trades.csv"`)
  c.header('cache-control', 'no-store')
  return c.body(tradesCsv(trial))
}
