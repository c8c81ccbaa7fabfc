import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { Instrument } from '../market/instrument.ts'
import { formatChange, formatPrice } from '../market/price-format.ts'
import { toDecimal } from '../market/units.ts'
import { FormKey } from '../pages/form-key.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { href, paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field, FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { aimOf, type PriceAlert } from './alert.ts'
import { maxNoteLength } from './alert-form.ts'

export interface NewAlertProps {
  action: string
  form: FormState
  /** Assets to choose from; without this list, the URL names the asset */
  instruments?: readonly Instrument[] | undefined
  hint: string
}

const kinds = ['level', 'percent'] as const

export function NewAlert({ action, form, instruments, hint }: NewAlertProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, ['asset', 'value', 'note'])
  const chosen = values.kind === 'percent' ? 'percent' : 'level'
  return (
    <form className="form alert-form" method="post" action={action}>
      <FormProblem text={problem} />
      <FormKey />
      {instruments && (
        <div className="field">
          <label htmlFor="asset-field">{t('alerts.asset')}</label>
          <select id="asset-field" name="asset" className="field-select" defaultValue={values.asset}>
            {instruments.map(({ asset, name }) => (
              <option key={asset} value={asset}>
                {asset} · {name}
              </option>
            ))}
          </select>
          <FieldError text={errors.asset} isAlert />
        </div>
      )}
      <fieldset className="field">
        <legend>{t('alerts.kind')}</legend>
        <div className="choices">
          {kinds.map((kind) => (
            <label key={kind} className="choice">
              <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} />
              {t(`alerts.kinds.${kind}`)}
            </label>
          ))}
        </div>
        <FieldError text={errors.kind} isAlert />
      </fieldset>
      <Field
        name="value"
        label={t('alerts.value')}
        value={values.value}
        error={errors.value}
        hint={hint}
        isFocused={focused === 'value'}
        isRequired
        isPlain
        autoComplete="off"
        maxLength={40}
      />
      <Field
        name="note"
        label={t('alerts.note')}
        value={values.note}
        error={errors.note}
        hint={t('alerts.noteHint')}
        isFocused={focused === 'note'}
        autoComplete="off"
        maxLength={maxNoteLength}
      />
      <SubmitButton icon="i-lucide-bell-plus">{t('alerts.create')}</SubmitButton>
    </form>
  )
}

export interface AlertItemsProps {
  alerts: PriceAlert[]
  /** Returns the instrument of an alert; undefined for a delisted asset */
  instrument(asset: string): Instrument | undefined
  /** Redirect target after an alert was deleted: a path below the locale */
  back: string
  nothing: string
  isOfOneAsset?: boolean
}

export function AlertItems({ alerts, instrument, back, nothing, isOfOneAsset = false }: AlertItemsProps) {
  if (alerts.length === 0) return <EmptyState icon="i-lucide-bell" title={nothing} isSmall />
  return (
    <ul className="alert-items">
      {alerts.map((alert) => (
        <AlertItem
          key={alert.id}
          alert={alert}
          instrument={instrument(alert.asset)}
          back={back}
          isOfOneAsset={isOfOneAsset}
        />
      ))}
    </ul>
  )
}

interface AlertItemProps {
  alert: PriceAlert
  /** Undefined for a delisted asset, which has no page to link to */
  instrument: Instrument | undefined
  back: string
  isOfOneAsset: boolean
}

function ruleOf(isRising: boolean, hasFired: boolean): MessageKey {
  if (hasFired) return isRising ? 'alerts.risen' : 'alerts.fallen'
  return isRising ? 'alerts.rising' : 'alerts.falling'
}

function AlertItem({ alert, instrument, back, isOfOneAsset }: AlertItemProps) {
  const { locale, t } = useLocale()
  const { id, asset, kind, value, basePrice, note, createdAt, firedAt, firedPrice, seenAt } = alert
  const digits = instrument?.priceDigits ?? 2
  const aim = aimOf(alert, { priceDigits: digits })
  const isRising = aim.isAbove
  const target = formatPrice(locale, toDecimal(aim.target, digits), digits)
  const rule = t(ruleOf(isRising, firedAt !== null), { price: target })
  const percent = formatChange(locale, value)
  return (
    <li className="alert-item" data-fired={firedAt !== null || undefined}>
      <Icon
        name={firedAt !== null ? 'i-lucide-bell-ring' : isRising ? 'i-lucide-trending-up' : 'i-lucide-trending-down'}
      />
      <div>
        <p>
          {!isOfOneAsset &&
            (instrument ? <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>{asset}</a> : asset)}{' '}
          {rule}
          {kind === 'percent' && (
            <span className="alert-minor">
              {' '}
              ({t('alerts.fromBase', { percent, price: formatPrice(locale, basePrice, digits) })})
            </span>
          )}
          {firedAt !== null && seenAt === null && <span className="badge badge-active">{t('alerts.isNew')}</span>}
        </p>
        {note && <p className="alert-note">{note}</p>}
        <p className="alert-minor">
          {firedAt !== null
            ? `${formatTime(locale, firedAt)} · ${firedPrice === null ? target : formatPrice(locale, firedPrice, digits)}`
            : t('alerts.made', { at: formatTime(locale, createdAt) })}
        </p>
      </div>
      <form method="post" action={localised(locale, href(paths.alertRemoval, { id }))}>
        <input type="hidden" name="back" value={back} />
        <button type="submit" className="icon-button" aria-label={t('alerts.removeLabel', { asset, price: target })}>
          <Icon name="i-lucide-trash-2" />
        </button>
      </form>
    </li>
  )
}
