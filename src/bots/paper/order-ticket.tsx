import { useLocale } from '../../i18n/context.tsx'
import { type Locale, languageTags, localised } from '../../i18n/locales.ts'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { pairOf } from '../../market/instrument.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { FormProblem } from '../../pages/form-problem.tsx'
import { type FormState, focusedField } from '../../pages/form-state.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatMoney } from '../bot-numbers.ts'
import { feesText } from './account-fees.tsx'
import { EstimateText } from './estimate-text.tsx'
import { exitsBeside, firstReplaced, replacing } from './exit-orders.ts'
import { ticketFields } from './order-form.ts'
import type { AccountView } from './paper-view.ts'
import {
  isKindOf,
  type OrderFields,
  type OrderKind,
  orderKinds,
  orderShares,
  orderSides,
  type ReadOrder,
  readOrder,
} from './read-order.ts'
import { exitsText, faultParams, faultTexts, firstPrices, formatUnits, type TicketLanguage } from './ticket-text.ts'

export interface Ticket {
  fields: OrderFields
  form: FormState
  /** Order as read from the fields; undefined before any input, and without a price */
  parsedOrder: ReadOrder | undefined
}

/** Returns the ticket with the fields of a query string; missing prices get defaults near the last price. */
export function ticketOf(view: AccountView, query: Record<string, string>, locale: Locale): Ticket {
  const fields = ticketFields.parse(query)
  const values: Record<string, string> = { ...fields }
  for (const [name, first] of Object.entries(firstPrices(fields, view, locale))) {
    if (query[name] === undefined) values[name] = first
  }
  const { desk, free } = view.account
  if (query.replaces === undefined) values.replaces = firstReplaced(exitsBeside(fields, desk), free)
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
  { locale, problem }: { locale: Locale; problem?: string | undefined },
): Ticket {
  const parsedOrder = readTicket(view, fields, locale)
  const faults = parsedOrder?.status === 'faulty' ? parsedOrder.faults : {}
  const errors = faultTexts(view, faults, languageOf(locale))
  return { fields, form: { values: { ...fields }, errors, problem }, parsedOrder: undefined }
}

const dictionaries = { ru, en }

function languageOf(locale: Locale): TicketLanguage {
  return { locale, words: dictionaries[locale].paper }
}

export interface OrderTicketProps {
  /** Whether the ticket stands beside a chart: the script of its panel then does what htmx does on the page */
  isInPanel?: boolean
  view: AccountView
  fields: OrderFields
  form: FormState
  parsedOrder: EstimateProps['parsedOrder']
}

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
  const title = t('charts.trading.ticket.title', { asset: pairOf(view.instrument) })
  return (
    <form
      id="paper-ticket"
      className="form paper-ticket"
      method="post"
      action={localised(locale, href(paths.paperOrders, { asset }))}
      data-side={side}
      {...(isInPanel ? { 'data-estimate': estimate, 'data-title': title } : live)}
    >
      <nav className="paper-sides" aria-label={t('paper.side')}>
        {orderSides.map((own) => (
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
      <Replacement view={view} fields={fields} form={form} />
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
      {isInPanel && (
        <p className="field-hint">
          <a href={`${address}#paper-fees`}>{feesText(locale, t, view.account.costs)}</a>
        </p>
      )}
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

/** Choice whether new exits replace those that the position has. */
function Replacement({ view, fields, form }: Omit<PartProps, 'focused'>) {
  const { locale, t } = useLocale()
  const exits = exitsBeside(fields, view.account.desk)
  if (exits.length === 0) return null
  const choices = [
    ['', t('paper.exitsKeep')],
    [replacing(exits), t('paper.exitsReplace')],
  ] as const
  return (
    <>
      <p id="paper-exits" className="field-hint">
        {exitsText(exits, view, languageOf(locale))}
      </p>
      <fieldset className="paper-shares" aria-labelledby="paper-exits">
        {choices.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name="replaces"
              value={value}
              defaultChecked={(value === '') === (form.values.replaces === '')}
            />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
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
  const { locale, t } = useLocale()
  return (
    <p id="paper-estimate" className="paper-estimate" data-status={parsedOrder?.status} role="status">
      {parsedOrder ? (
        <EstimateText subject={view} order={parsedOrder} {...languageOf(locale)} />
      ) : (
        t('paper.estimateNone')
      )}
    </p>
  )
}
