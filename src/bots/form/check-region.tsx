import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { FieldError } from '../../ui/field.tsx'
import { noTradesText } from '../backtest/no-trades.ts'
import { formatGain, formatMoney, formatShare } from '../bot-numbers.ts'
import { EquityChart } from '../drawing/equity-chart.tsx'
import { moneyDigits } from '../engine/money.ts'
import type { AnyStrategy } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { fieldHint, fieldsOf, parameterFields } from './bot-fields.ts'
import { backtestAddress, type FieldValues, withFields } from './field-values.ts'
import { FieldErrorSlot, FieldHint, type FieldPrices } from './form-fields.tsx'
import { daysOf, type Preview, previewDays } from './make-preview.ts'
import { marksIn, RulesReading } from './rules-input.tsx'

export const checkId = 'bot-check'
export const formId = 'bot-form'

export interface CheckRegionProps {
  errors: Record<string, string>
  /** Field values to load the preview for, once the region is in the page; undefined for no preview */
  wanted?: { action: string; values: FieldValues } | undefined
}

/** Shows the number of wrong fields, and loads the preview if all fields are right. */
export function CheckRegion({ errors, wanted }: CheckRegionProps) {
  const { t } = useLocale()
  const total = Object.keys(errors).length
  const address = wanted && withFields(wanted.action, { ...wanted.values, preview: 'yes' })
  const ask = {
    'hx-get': address,
    'hx-trigger': 'load',
    'hx-target': `#${previewId}`,
    'hx-swap': 'outerHTML',
    'hx-indicator': `#${previewId}`,
    // Further input replaces this request of the preview.
    'hx-sync': `#${formId}:replace`,
  }
  return (
    <p id={checkId} className="bot-check" role="status" {...(address !== undefined && ask)}>
      {total > 0 && t('botForm.wrongFields', { total })}
    </p>
  )
}

export interface FieldNewsProps {
  strategy: AnyStrategy
  values: FieldValues
  errors: Record<string, string>
  prices: FieldPrices
}

/** Out-of-band updates of the errors of fields, of rules in words, and of hints that contain prices. */
export function FieldNews({ strategy, values, errors, prices }: FieldNewsProps) {
  const { locale } = useLocale()
  const names = ['name', 'asset', 'tf', ...fieldsOf(strategy).map(({ name }) => name)]
  const texts = parameterFields(strategy).filter(({ kind }) => kind === 'text')
  const priced = parameterFields(strategy).filter((field) => field.kind === 'number' && field.unit === 'price')
  return (
    <>
      {names.map((name) => (
        <FieldErrorSlot key={name} name={name} text={errors[name]} isCompanion />
      ))}
      {texts.map(({ name }) => (
        <RulesReading key={name} text={values[name] ?? ''} marks={marksIn(locale, values)} isCompanion />
      ))}
      {priced.map((field) => (
        <FieldHint key={field.name} name={field.name} text={fieldHint(locale, strategy, field, prices[field.name])} />
      ))}
    </>
  )
}

export interface PreviewPanelProps {
  values: FieldValues
  /** Result of the preview; undefined before the first request */
  preview: Preview | undefined
  /** URL of the form, which users without JavaScript reload */
  action: string
}

/** Preview that shows how the bot would have traded lately. Inside the form, because of its button and period. */
export function PreviewPanel({ values, preview, action }: PreviewPanelProps) {
  const { t } = useLocale()
  return (
    <aside className="bot-panel bot-preview" aria-labelledby="bot-preview-title">
      <header className="bot-preview-head">
        <h2 id="bot-preview-title">{t('botForm.preview.title')}</h2>
        <label className="bot-preview-days">
          <span className="visually-hidden">{t('botForm.preview.period')}</span>
          <select className="field-select" name="days" defaultValue={daysOf(values)}>
            {previewDays
              .toSorted((one, other) => one - other)
              .map((days) => (
                <option key={days} value={days}>
                  {t('botForm.preview.days', { days })}
                </option>
              ))}
          </select>
        </label>
      </header>
      <PreviewResult values={values} preview={preview} />
      <noscript>
        <button
          type="submit"
          className="button button-quiet"
          formMethod="get"
          formAction={action}
          name="preview"
          value="yes"
        >
          {t('botForm.preview.show')}
        </button>
      </noscript>
    </aside>
  )
}

export interface PreviewResultProps extends Omit<PreviewPanelProps, 'action'> {
  /** Whether htmx swaps the result in out of band */
  isCompanion?: boolean
}

const previewId = 'bot-preview'

/** Region that each preview replaces. */
export function PreviewResult({ values, preview, isCompanion }: PreviewResultProps) {
  return (
    <div id={previewId} className="bot-preview-result" {...(isCompanion && { 'hx-swap-oob': 'true' })}>
      <PreviewBody values={values} preview={preview} />
    </div>
  )
}

function PreviewBody({ values, preview }: Omit<PreviewPanelProps, 'action'>) {
  const { locale, t } = useLocale()
  if (preview?.status !== 'done')
    return <p className="field-hint">{t(`botForm.preview.${preview?.status ?? 'none'}`)}</p>
  const { statistics, run, capital, instrument } = preview
  const { time, equity, close } = run.marks
  // The preview has fewer days than requested if the market has no older candles.
  const days = Math.max(1, Math.round(((time.at(-1) ?? 0) - (time[0] ?? 0)) / 86_400_000))
  const money = (units: number) => units / 10 ** moneyDigits
  const first = close[0] ?? 1
  const profit = formatGain(locale, statistics.profit)
  const holding = formatShare(locale, statistics.buyAndHold)
  const change = formatShare(locale, statistics.profitShare)
  const facts = [
    ['profit', `${change} · ${profit}`, statistics.profit],
    ['holding', holding, statistics.buyAndHold],
    ['drawdown', formatShare(locale, -statistics.maxDrawdown), 0],
    ['trades', String(statistics.trades), 0],
    ['fees', formatMoney(locale, statistics.fees), 0],
  ] as const
  const strategy = findStrategy(values.strategy ?? '')
  return (
    <>
      <dl className="bot-preview-facts">
        {facts.map(([name, text, sign]) => (
          <div key={name}>
            <dt>{t(`botForm.preview.${name}`)}</dt>
            <dd data-direction={sign > 0 ? 'up' : sign < 0 ? 'down' : undefined}>{text}</dd>
          </div>
        ))}
      </dl>
      <EquityChart
        name={t('botForm.preview.chart', { period: t('botForm.preview.days', { days }), profit: change, holding })}
        times={time}
        curves={[
          { label: t('botForm.preview.equity'), look: 'main', values: equity.map(money) },
          {
            label: t('botForm.preview.holding'),
            look: 'reference',
            values: close.map((price) => (money(capital) * price) / first),
          },
        ]}
        capital={money(capital)}
      />
      <FieldError text={run.noTrades && noTradesText(locale, run.noTrades, instrument)} />
      <FieldError text={run.halted ? t('botForm.preview.halted') : undefined} />
      <p className="field-hint">
        {statistics.trades < 20 ? t('botForm.preview.few') : t('botForm.preview.careful')}{' '}
        {strategy && <a href={localised(locale, backtestAddress(values))}>{t('botForm.preview.more')}</a>}
      </p>
    </>
  )
}
