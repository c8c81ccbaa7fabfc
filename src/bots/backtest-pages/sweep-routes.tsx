import { type Context, Hono } from 'hono'
import type { ReactElement } from 'react'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import type { Guard } from '../../http/access.ts'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { paths } from '../../paths.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { answerLate } from './answer-late.tsx'
import { BacktestProblem } from './backtest-problem.tsx'
import { addressOf, type FormRequest, readFormRequest, showBacktestPage } from './form-request.tsx'
import { SweepFields } from './sweep-fields.tsx'
import { readSweep, sweepFieldNames, sweepValues } from './sweep-query.ts'
import type { SweepReportOutcome } from './sweep-reports.ts'
import { SweepResultView } from './sweep-result-view.tsx'

export function sweepRoutes(deps: BotsDeps, limited: Guard<AuthEnv>) {
  const { sweeps } = deps.backtestService
  const show = (
    c: Context<AuthEnv>,
    { strategy, values }: FormRequest,
    errors: Record<string, string>,
    result?: ReactElement,
  ) =>
    showBacktestPage(c, deps, {
      ...{ kind: 'sweep', strategy, form: { values, errors }, result },
      fields: <SweepFields strategy={strategy} form={{ values, errors }} />,
      status: Object.keys(errors).length > 0 ? 422 : 200,
    })

  const runRequested = (c: Context<AuthEnv>, request: FormRequest) => {
    const { values, strategy } = request
    const { locale } = c.var
    const plan = request.read()
    const sweep = readSweep(values, strategy, plan.status === 'ready' ? plan.plan.params : {}, locale)
    if (plan.status === 'invalid' || sweep.status === 'invalid') {
      const faults = [plan, sweep].map((read) => (read.status === 'invalid' ? read.errors : {}))
      return show(c, request, Object.assign({}, ...faults))
    }
    const wanted = { backtest: plan.backtest, sweep }
    const found = sweeps.find(wanted)
    if (found) return show(c, request, {}, resultOf(c, request, { status: 'done', swept: found }))
    const owner = currentUser(c).id
    return answerLate(c, {
      cancel: addressOf(c, paths.botSweep, values),
      text: translator(locale)('backtest.sweep.running', {
        cells: formatNumber(locale, sweep.swept.cells.length),
      }),
      show: (running) => show(c, request, {}, running),
      result: async (onProgress, signal) =>
        resultOf(c, request, await sweeps.make(wanted, { owner, signal, onProgress })),
    })
  }

  return new Hono<AuthEnv>().get(paths.botSweep, limited, (c) => {
    const request = readFormRequest(c, deps, 'sweep', (params, strategy) => sweepValues(params, strategy, c.var.locale))
    if (request.ofLastDays) return redirectTo(c, request.ofLastDays)
    return request.params.has('run') ? runRequested(c, request) : show(c, request, {})
  })
}

function resultOf(c: Context<AuthEnv>, { values, strategy }: FormRequest, outcome: SweepReportOutcome): ReactElement {
  if (outcome.status !== 'done') return <BacktestProblem status={outcome.status} />
  const ofTrial = Object.entries(values).filter(([name, value]) => value !== '' && !sweepFieldNames.includes(name))
  return (
    <SweepResultView
      swept={outcome.swept}
      strategy={strategy}
      action={localised(c.var.locale, paths.botTrial)}
      kept={ofTrial}
    />
  )
}
