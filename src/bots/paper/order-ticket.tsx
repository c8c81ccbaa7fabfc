import { useLocale } from '../../i18n/context.tsx'
import { type Locale, languageTags, localised } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { FormProblem } from '../../pages/form-problem.tsx'
import { type FormState, focusedField } from '../../pages/form-state.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatGain, formatMoney } from '../bot-numbers.ts'
import { isKindOf, type OrderFields, type OrderKind, orderKinds, orderShares, ticketFields } from './order-form.ts'
import { type AccountView, faultParams, faultTexts, fieldNumber, formatUnits } from './paper-view.ts'
import { type ReadOrder, readOrder } from './read-order.ts'

export interface Ticket {
  fields: OrderFields
  form: FormState
  /** Order as read from the fields; undefined before any input, and without a price */
  parsedOrder: ReadOrder | undefined
}

/** Default prices of a new bracket, in percent below and above the price of the order */
const [stopBelow, profitAbove] = [2, 4]

/** Returns the ticket with the fields of a query string; missing prices get defaults near the last price. */
export function ticketOf(view: AccountView, query: Record<string, string>, locale: Locale): Ticket {
  const fields = ticketFields.parse(query)
  const values: Record<string, string> = { ...fields }
  if (fields.kind === 'bracket') {
    if (query.stop === undefined) values.stop = priceNear(view, 100 - stopBelow, locale)
    if (query.profit === undefined) values.profit = priceNear(view, 100 + profitAbove, locale)
  } else if (query.price === undefined) values.price = priceNear(view, 100, locale)
  if (query.trail === undefined) values.trail = String(stopBelow)
  return { fields, form: { values, errors: {} }, parsedOrder: estimateOf(view, { ...fields, ...values }, locale) }
}

/** Reads an order for its estimate. Undefined before an amount is entered. */
export function estimateOf(view: AccountView, fields: OrderFields, locale: Locale): ReadOrder | undefined {
  return fields.amount !== '' || fields.share !== '' ? readTicket(view, fields, locale) : undefined
}

export function readTicket(view: AccountView, fields: OrderFields, locale: Locale): ReadOrder | undefined {
  const { price, scale, account } = view
  return price === undefined ? undefined : readOrder(fields, { locale, scale, account, price })
}

export function refusedTicket(
  view: AccountView,
  fields: OrderFields,
  { locale, t, problem }: { locale: Locale; t: Translate; problem?: string | undefined },
): Ticket {
  const parsedOrder = readTicket(view, fields, locale)
  const faults = parsedOrder?.status === 'faulty' ? parsedOrder.faults : {}
  const errors = faultTexts(t, faults, faultParams(locale, view))
  return { fields, form: { values: { ...fields }, errors, problem }, parsedOrder: undefined }
}

function priceNear({ price, scale }: AccountView, percent: number, locale: Locale): string {
  if (price === undefined) return ''
  const steps = Math.max(1, Math.round((price * percent) / 100 / scale.priceStep))
  return fieldNumber(locale, steps * scale.priceStep, scale.priceDigits)
}

export interface OrderTicketProps {
  /** Whether the ticket stands beside a chart: the script of its panel then does what htmx does on the page */
  isInPanel?: boolean
  view: AccountView
  fields: OrderFields
  form: FormState
  parsedOrder: EstimateProps['parsedOrder']
}

const sides = ['buy', 'sell'] as const

/** Form for a new order. Side and kind are links: even without JavaScript, the form has only the fields it needs. */
export function OrderTicket({ view, fields, form, parsedOrder, isInPanel = false }: OrderTicketProps) {
  const { locale, t } = useLocale()
  const { asset, base } = view.instrument
  const { side, kind } = fields
  const address = localised(locale, href(paths.paperAsset, { asset }))
  const linkTo = (to: Partial<OrderFields>) =>
    `${address}?${new URLSearchParams({ side, kind, ...to }).toString()}#paper-ticket`
  const isProtection = side === 'sell' && kind === 'bracket'
  const focused = focusedField(form, ['amount', 'price', 'trail', 'stop', 'profit'])
  const estimate = localised(locale, href(paths.paperEstimate, { asset }))
  const live = {
    'hx-get': estimate,
    'hx-trigger': 'input delay:250ms',
    'hx-target': '#paper-estimate',
    'hx-swap': 'outerMorph',
    'hx-sync': 'this:replace',
  }
  return (
    <form
      id="paper-ticket"
      className="form paper-ticket"
      method="post"
      action={localised(locale, href(paths.paperOrders, { asset }))}
      data-side={side}
      {...(isInPanel ? { 'data-estimate': estimate } : live)}
    >
      <nav className="paper-sides" aria-label={t('paper.side')}>
        {sides.map((own) => (
          <a key={own} href={linkTo({ side: own })} data-side={own} aria-current={own === side ? 'true' : undefined}>
            {t(`paper.sides.${own}`)}
          </a>
        ))}
      </nav>
      <nav className="paper-kinds" aria-label={t('paper.kind')}>
        {orderKinds
          .filter((own) => isKindOf({ side, kind: own }))
          .map((own) => (
            <a key={own} href={linkTo({ kind: own })} aria-current={own === kind ? 'true' : undefined}>
              {t(`paper.kinds.${own}`)}
            </a>
          ))}
      </nav>
      <input type="hidden" name="side" value={side} />
      <input type="hidden" name="kind" value={kind} />
      <FormKey />
      <FormProblem text={form.problem} />
      <p className="field-hint">{t(`paper.kindHints.${hintOf(kind, side)}`)}</p>
      <Prices view={view} fields={fields} form={form} focused={focused} />
      <Amount view={view} fields={fields} form={form} focused={focused} />
      <EstimateLine view={view} parsedOrder={parsedOrder} />
      <div className="paper-submit">
        <SubmitButton>{isProtection ? t('paper.submit.protect') : t(`paper.submit.${side}`, { base })}</SubmitButton>
        {!isInPanel && (
          <button type="submit" className="button button-quiet" formMethod="get" formAction={address}>
            {t('paper.reckon')}
          </button>
        )}
      </div>
      <p className="field-hint">{t('paper.when')}</p>
    </form>
  )
}

function hintOf(kind: OrderKind, side: 'buy' | 'sell') {
  if (kind !== 'bracket') return kind
  return side === 'buy' ? 'bracketBuy' : 'bracketSell'
}

interface PartProps extends Pick<OrderTicketProps, 'view' | 'fields' | 'form'> {
  focused: string | undefined
}

function Prices({ view, fields: { side, kind }, form, focused }: PartProps) {
  const { locale, t } = useLocale()
  const { quote } = view.instrument
  const step = faultParams(locale, view).priceStep
  const field = (name: 'price' | 'stop' | 'profit' | 'trail', hint?: string) => (
    <Field
      name={name}
      label={t(`paper.${name}`, { quote })}
      value={form.values[name]}
      error={form.errors[name]}
      hint={hint}
      isFocused={focused === name}
      isPlain
      autoComplete="off"
      maxLength={40}
    />
  )
  if (kind === 'market') return null
  if (kind === 'trailing') return field('trail', t('paper.trailHint'))
  if (kind !== 'bracket') return field('price', t('paper.priceHint', { step }))
  return (
    <>
      {side === 'buy' && field('price', t('paper.entryHint', { step }))}
      <div className="paper-legs">
        {field('stop')}
        {field('profit')}
      </div>
    </>
  )
}

function Amount({ view, fields: { side, share }, form, focused }: PartProps) {
  const { locale, t } = useLocale()
  const { instrument, account, scale } = view
  const { base, quote } = instrument
  const isBuy = side === 'buy'
  const free = isBuy
    ? formatMoney(locale, account.free.cash)
    : formatUnits(locale, account.free.quantity, scale.volumeDigits)
  return (
    <>
      <Field
        name="amount"
        label={isBuy ? t('paper.amountBuy', { quote }) : t('paper.amountSell', { base })}
        value={form.values.amount}
        error={form.errors.amount}
        hint={isBuy ? t('paper.freeBuy', { free, quote }) : t('paper.freeSell', { free, base })}
        isFocused={focused === 'amount'}
        isPlain
        autoComplete="off"
        maxLength={40}
      />
      <fieldset className="paper-shares">
        <legend className="visually-hidden">{t('paper.share')}</legend>
        {['', ...orderShares].map((own) => (
          <label key={own}>
            <input type="radio" name="share" value={own} defaultChecked={own === share} />
            <span>{own === '' ? t('paper.shareOwn') : shareText(locale, own)}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

function shareText(locale: Locale, percent: string): string {
  return new Intl.NumberFormat(languageTags[locale], { style: 'percent' }).format(Number(percent) / 100)
}

interface EstimateProps {
  view: AccountView
  /** Order as read from the ticket; undefined before any input */
  parsedOrder: ReadOrder | undefined
}

/** Estimated result of the order in the ticket; reloaded while the user fills in the ticket. */
export function EstimateLine({ view, parsedOrder }: EstimateProps) {
  const { t } = useLocale()
  return (
    <p id="paper-estimate" className="paper-estimate" data-status={parsedOrder?.status} role="status">
      {parsedOrder ? <EstimateText view={view} parsedOrder={parsedOrder} /> : t('paper.estimateNone')}
    </p>
  )
}

function EstimateText({ view, parsedOrder }: { view: AccountView; parsedOrder: ReadOrder }) {
  const { locale, t } = useLocale()
  if (parsedOrder.status === 'faulty') {
    return Object.values(faultTexts(t, parsedOrder.faults, faultParams(locale, view))).join(' ')
  }
  const { side, quantity, price, fee, total, exits } = parsedOrder.estimate
  const { base, quote } = view.instrument
  const order = t(side === 'buy' ? 'paper.estimateBuy' : 'paper.estimateSell', {
    base,
    quote,
    quantity: formatUnits(locale, quantity, view.scale.volumeDigits),
    price: formatUnits(locale, price, view.scale.priceDigits),
    fee: formatMoney(locale, fee),
    total: formatMoney(locale, total),
  })
  const results = (['stop', 'profit'] as const).flatMap((exit) => {
    const result = exits?.[exit]
    return result === undefined ? [] : [t(`paper.exits.${exit}`, { result: formatGain(locale, result), quote })]
  })
  return [order, ...results].join('. ')
}
