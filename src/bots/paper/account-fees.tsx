import { useLocale } from '../../i18n/context.tsx'
import { type Locale, localised } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { FormState } from '../../pages/form-state.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type Fees, type Rate, wholeRate } from '../engine/money.ts'
import type { AccountView } from './paper-view.ts'
import { fieldNumber } from './ticket-text.ts'
import { feePresets, formatFee, presetOf } from './venue-fees.ts'

export interface AccountFeesProps {
  view: AccountView
  /** Form as it was sent; undefined if it was not sent */
  form?: FormState | undefined
}

/** Names the fees of the account; opened, it lets the user choose those of an exchange or type others. */
export function AccountFees({ view, form }: AccountFeesProps) {
  const { locale, t } = useLocale()
  const { costs } = view.account
  const current = presetOf(costs)
  const values = form?.values ?? {
    maker: percentText(locale, costs.makerFee),
    taker: percentText(locale, costs.takerFee),
  }
  const field = (name: 'maker' | 'taker') => (
    <Field
      name={name}
      label={t(`paper.feeFields.${name}`)}
      value={values[name]}
      error={form?.errors[name]}
      isFocused={form?.errors[name] !== undefined}
      isPlain
      autoComplete="off"
      maxLength={20}
    />
  )
  return (
    <details className="paper-fees fold" open={form !== undefined}>
      <summary>{feesText(locale, t, costs)}</summary>
      <form
        id="paper-fees"
        className="form"
        method="post"
        action={localised(locale, href(paths.paperFees, { asset: view.instrument.asset }))}
      >
        <p className="field-hint">{t('paper.feesHint')}</p>
        <div className="paper-legs">
          {field('maker')}
          {field('taker')}
        </div>
        {/* The first button is pressed by Enter in a field. */}
        <SubmitButton kind="quiet">{t('paper.feesSave')}</SubmitButton>
        <div className="paper-fee-presets">
          {feePresets.map(({ id, venues, fees }) => (
            <button
              key={id}
              type="submit"
              name="preset"
              value={id}
              className="button button-quiet"
              aria-current={id === current?.id ? 'true' : undefined}
            >
              {venues} <small>{`${formatFee(locale, fees.makerFee)} / ${formatFee(locale, fees.takerFee)}`}</small>
            </button>
          ))}
        </div>
      </form>
    </details>
  )
}

/** Formats the fees of an account with the exchanges that have them. */
export function feesText(locale: Locale, t: Translate, fees: Fees): string {
  const venues = presetOf(fees)?.venues
  const words = { maker: formatFee(locale, fees.makerFee), taker: formatFee(locale, fees.takerFee) }
  return t('paper.feesNow', words) + (venues ? ` (${venues})` : '')
}

function percentText(locale: Locale, rate: Rate): string {
  return fieldNumber(locale, (rate * 100 * 10_000) / wholeRate, 4)
}
