import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { Instrument } from '../../market/instrument.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { FormProblem } from '../../pages/form-problem.tsx'
import { type FormState, focusedField } from '../../pages/form-state.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { BotsLayout } from '../bots-layout.tsx'
import type { AnyStrategy } from '../engine/strategy.ts'
import { fieldsOf, strategyName, strategyWord } from './bot-fields.ts'
import { CheckRegion, checkId, formId, PreviewPanel } from './check-region.tsx'
import { withFields } from './field-values.ts'
import {
  CostFields,
  controlProps,
  FieldFrame,
  type FieldPrices,
  MarketFields,
  RiskFields,
  StrategyFields,
} from './form-fields.tsx'
import type { Preview } from './make-preview.ts'
import { maxNameLength } from './read-plan.ts'
import { HiddenFirstButton } from './rules-input.tsx'
import { StrategyDrawing } from './strategy-drawing.tsx'
import { StrategyMarkets } from './strategy-picker.tsx'

export interface BotFormPageProps {
  title: string
  /** Path that the form is sent to, without the locale prefix */
  path: string
  strategy: AnyStrategy
  form: FormState
  instruments: readonly Instrument[]
  preview: Preview | undefined
  /** Default prices, shown in hints of empty price fields */
  prices: FieldPrices
  /** Text in place of the fields asset, timeframe and capital, if they can no longer be changed */
  market?: ReactNode
  notice?: ReactNode
  buttons: ReactNode
  afterStrategy?: ReactNode
}

export function BotFormPage({ title, path, strategy, form, instruments, preview, notice, ...more }: BotFormPageProps) {
  const { locale, t } = useLocale()
  const { values, errors } = form
  const action = localised(locale, path)
  const quote = instruments.find(({ asset }) => asset === values.asset)?.quote ?? ''
  const focused = focusedField(form, ['name', 'asset', 'tf', ...fieldsOf(strategy).map(({ name }) => name)])
  const fields = { strategy, form, quote, focused, prices: more.prices }
  const isAsked = preview === undefined && Object.keys(errors).length === 0
  return (
    <BotsLayout title={title}>
      {notice}
      <form
        id={formId}
        className="bot-form"
        method="post"
        action={action}
        hx-get={action}
        hx-trigger="input delay:400ms, change"
        hx-target={`#${checkId}`}
        hx-swap="outerHTML"
        hx-sync="this:replace"
      >
        <HiddenFirstButton />
        <div className="bot-form-fields">
          <FormProblem text={form.problem} />
          <input type="hidden" name="strategy" value={strategy.id} />
          <FormKey />
          <Panel title={t('botForm.groups.market')}>
            <NameField form={form} focused={focused} />
            {more.market ?? <MarketFields instruments={instruments} {...fields} />}
          </Panel>
          <Panel title={t('botForm.groups.strategy')}>
            <div className="bot-strategy">
              <StrategyDrawing id={strategy.id} />
              <div>
                <p>
                  <strong>{strategyName(locale, strategy.id)}</strong> {more.afterStrategy}
                </p>
                <p className="strategy-idea">{strategyWord(locale, strategy.id, 'idea')}</p>
                <StrategyMarkets id={strategy.id} />
              </div>
            </div>
            <StrategyFields {...fields} />
          </Panel>
          <Panel title={t('botForm.groups.risk')} lead={t('botForm.riskLead')}>
            <RiskFields {...fields} />
          </Panel>
          <Panel title={t('botForm.groups.costs')} lead={t('botForm.costsLead')}>
            <CostFields {...fields} />
          </Panel>
          <div className="bot-form-acts">
            {more.buttons}
            <CheckRegion errors={errors} wanted={isAsked ? { action, values } : undefined} />
          </div>
        </div>
        <PreviewPanel values={values} preview={preview} action={action} />
      </form>
    </BotsLayout>
  )
}

function NameField({ form, focused }: { form: FormState; focused: string | undefined }) {
  const { t } = useLocale()
  const hint = `${t('botForm.fields.name.hint')} ${t('ui.upTo', { max: maxNameLength })}`
  return (
    <FieldFrame name="name" form={form} label={t('botForm.fields.name.label')} hint={hint}>
      <input
        {...controlProps('name', form, focused)}
        type="text"
        defaultValue={form.values.name ?? ''}
        autoComplete="off"
        maxLength={maxNameLength}
      />
    </FieldFrame>
  )
}

interface PanelProps {
  title: string
  lead?: string
  children: ReactNode
}

function Panel({ title, lead, children }: PanelProps) {
  return (
    <fieldset className="bot-panel">
      <legend>{title}</legend>
      {lead && <p className="field-hint">{lead}</p>}
      {children}
    </fieldset>
  )
}

/** Buttons of a new bot. "Save" comes first, so that Enter in a field never starts a bot. */
export function NewBotButtons() {
  const { t } = useLocale()
  return (
    <>
      <SubmitButton kind="quiet" icon="i-lucide-save">
        {t('botForm.keep')}
      </SubmitButton>
      <SubmitButton icon="i-lucide-play" name="start" value="yes">
        {t('botForm.start')}
      </SubmitButton>
    </>
  )
}

export function ChangeStrategy({ values }: { values: FormState['values'] }) {
  const { locale, t } = useLocale()
  const { asset = '', tf = '' } = values
  return (
    <a className="bot-change" href={localised(locale, withFields(paths.newBot, { asset, tf }))}>
      {t('botForm.otherStrategy')}
    </a>
  )
}
