import { type Context, Hono } from 'hono'
import type { ReactElement } from 'react'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import type { Guard } from '../../http/access.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import type { FormState } from '../../pages/form-state.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { paths } from '../../paths.ts'
import type { SweepReportOutcome } from '../analysis/backtest-service.ts'
import { sweepScores } from '../analysis/sweep-result.ts'
import type { BotsDeps } from '../bots-deps.ts'
import type { AnyStrategy } from '../engine/strategy.ts'
import { fieldLabel } from '../form/bot-fields.ts'
import { controlProps, FieldFrame } from '../form/form-fields.tsx'
import { answerLate } from './answer-late.tsx'
import { BacktestProblem } from './backtest-notices.tsx'
import { addressOf, type FormRequest, isLoading, readFormRequest, showBacktestPage } from './form-request.tsx'
import { type Axis, axes, rangeParts, readSweep, sweepable, sweepFieldNames, sweepValues } from './sweep-query.ts'
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
    if (found) return show(c, request, {}, resultOf(c, deps, request, { status: 'done', swept: found }))
    const owner = currentUser(c).id
    return answerLate(c, {
      cancel: addressOf(c, paths.botSweep, values),
      text: translator(locale)('backtest.sweep.running', {
        cells: formatNumber(locale, sweep.swept.cells.length),
      }),
      show: (running) => show(c, request, {}, running),
      result: async (onProgress, signal) =>
        resultOf(c, deps, request, await sweeps.make(wanted, { owner, signal, onProgress })),
    })
  }

  return new Hono<AuthEnv>().get(paths.botSweep, limited, (c) => {
    const request = readFormRequest(c, deps, 'sweep', (params, strategy) => sweepValues(params, strategy, c.var.locale))
    if (request.ofLastDays) return redirectTo(c, request.ofLastDays)
    return request.params.has('run') ? runRequested(c, request) : show(c, request, {})
  })
}

function resultOf(
  c: Context<AuthEnv>,
  deps: BotsDeps,
  { values, strategy }: FormRequest,
  outcome: SweepReportOutcome,
): ReactElement {
  const { status } = outcome
  if (status === 'empty' && isLoading(deps, values.asset)) return <BacktestProblem status="loading" />
  if (status !== 'done') return <BacktestProblem status={status} />
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

interface SweepFieldsProps {
  strategy: AnyStrategy
  form: FormState
}

function SweepFields({ strategy, form }: SweepFieldsProps) {
  const { t } = useLocale()
  return (
    <>
      {axes.map((axis) => (
        <RangeFields key={axis} axis={axis} strategy={strategy} form={form} />
      ))}
      <div className="bot-fields">
        <FieldFrame name="by" form={form} label={t('backtest.sweep.by')} hint={t('backtest.sweep.byHint')}>
          <select {...controlProps('by', form)} className="field-select" defaultValue={form.values.by}>
            {sweepScores.map((score) => (
              <option key={score} value={score}>
                {t(`backtest.sweep.scores.${score}`)}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame name="search" form={form} label={t('backtest.sweep.search')} hint={t('backtest.sweep.searchHint')}>
          <select {...controlProps('search', form)} className="field-select" defaultValue={form.values.search}>
            {(['grid', 'random'] as const).map((search) => (
              <option key={search} value={search}>
                {t(`backtest.sweep.searches.${search}`)}
              </option>
            ))}
          </select>
        </FieldFrame>
        <FieldFrame name="count" form={form} label={t('backtest.sweep.count')} hint={t('backtest.sweep.countHint')}>
          <NumberInput name="count" form={form} />
        </FieldFrame>
      </div>
    </>
  )
}

function RangeFields({ axis, strategy, form }: SweepFieldsProps & { axis: Axis }) {
  const { locale, t } = useLocale()
  const parameters = sweepable(strategy)
  const chosen = parameters.find(({ name }) => name === form.values[axis])
  const bounds = chosen && { min: formatNumber(locale, chosen.min), max: formatNumber(locale, chosen.max) }
  return (
    <fieldset className="sweep-range">
      <legend className="visually-hidden">{t(`backtest.sweep.axes.${axis}`)}</legend>
      <FieldFrame
        name={axis}
        form={form}
        label={t(`backtest.sweep.axes.${axis}`)}
        hint={bounds ? t('botForm.bounds', bounds) : ''}
      >
        <select {...controlProps(axis, form)} className="field-select" defaultValue={form.values[axis]}>
          {axis === 'y' && <option value="">{t('backtest.sweep.noSecond')}</option>}
          {parameters.map(({ name }) => (
            <option key={name} value={name}>
              {fieldLabel(locale, strategy, `params.${name}`)}
            </option>
          ))}
        </select>
      </FieldFrame>
      <div className="sweep-range-parts">
        {rangeParts.map((part) => (
          <FieldFrame key={part} name={`${axis}.${part}`} form={form} label={t(`backtest.sweep.${part}`)} hint="">
            <NumberInput name={`${axis}.${part}`} form={form} />
          </FieldFrame>
        ))}
      </div>
    </fieldset>
  )
}

function NumberInput({ name, form }: { name: string; form: FormState }) {
  return (
    <input
      {...controlProps(name, form)}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      defaultValue={form.values[name]}
    />
  )
}
