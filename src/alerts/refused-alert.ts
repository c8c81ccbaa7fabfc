import type { Locale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import type { Market } from '../market/market.ts'
import { formatPrice } from '../market/price-format.ts'
import { toDecimal, wholeUnits } from '../market/units.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import type { AlertFields } from './alert-form.ts'
import type { CreateAlertOutcome } from './create-alert.ts'

export function refusedAlert(
  locale: Locale,
  market: Pick<Market, 'instrument' | 'current'>,
  fields: AlertFields,
  outcome: Exclude<CreateAlertOutcome, { status: 'made' }>,
): FormState {
  const t = translator(locale)
  const form: FormState = { ...emptyForm, values: { ...fields } }
  if (outcome.status === 'too-many') return { ...form, problem: t('alerts.tooMany') }
  const digits = market.instrument(fields.asset)?.priceDigits ?? 2
  const close = market.current(fields.asset, 1)?.close ?? wholeUnits(0)
  const price = formatPrice(locale, toDecimal(close, digits), digits)
  const step = formatPrice(locale, toDecimal(wholeUnits(1), digits), digits)
  const errors = Object.entries(outcome.faults).map(([name, fault]) => [name, t(`alerts.${fault}`, { price, step })])
  return { ...form, errors: Object.fromEntries(errors) }
}
