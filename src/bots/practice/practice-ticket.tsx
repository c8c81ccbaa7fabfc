import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import type { PracticeWords } from '../../charts/replay/practice-words.ts'
import { fill } from '../../charts/words.ts'
import type { Locale } from '../../i18n/locales.ts'
import { formatMoney, formatPart } from '../bot-numbers.ts'
import { EstimateText } from '../paper/estimate-text.tsx'
import { exitsBeside, firstReplaced, replacing } from '../paper/exit-orders.ts'
import { freeOf } from '../paper/free-balance.ts'
import { isKindOf, type OrderFields, orderKinds, orderShares, orderSides } from '../paper/read-order.ts'
import {
  exitsText,
  faultParams,
  faultTexts,
  firstPrices,
  formatUnits,
  type TicketSubject,
} from '../paper/ticket-text.ts'
import { estimateOf, type PracticeOutcome, type PracticeSession, type PracticeView } from './practice-session.ts'

export interface PracticeTicketProps {
  view: PracticeView
  session: PracticeSession
  locale: Locale
  words: PracticeWords
}

/** Order ticket of the practice desk, with the fields and words of the ticket in paper trading. */
export function PracticeTicket({ view, session, locale, words }: PracticeTicketProps) {
  const subject = subjectOf(view)
  const [typed, setFields] = useState<OrderFields>(() => ({ ...empty, ...firstPrices(empty, subject, locale) }))
  const [isReplacing, setReplacing] = useState<boolean>()
  const exits = exitsBeside(typed, view.state.run.desk)
  const replaces =
    isReplacing === undefined ? firstReplaced(exits, subject.account.free) : isReplacing ? replacing(exits) : ''
  const fields = { ...typed, replaces }
  const [outcome, setOutcome] = useState<PracticeOutcome>()
  const change = (to: Partial<OrderFields>) => {
    setOutcome(undefined)
    setFields({ ...fields, ...to })
  }
  /** Another side or kind of order has other prices; on another side, the amount is in another currency. */
  const choose = (to: Pick<Partial<OrderFields>, 'side' | 'kind'>) => {
    const chosen = { ...fields, ...to, ...(to.side && { amount: '' }) }
    setReplacing(undefined)
    const kind = isKindOf(chosen) ? chosen.kind : 'market'
    change({ ...chosen, kind, ...firstPrices({ kind }, subject, locale) })
  }
  const send = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    setOutcome(await session.order(fields, locale))
  }
  const estimate = estimateOf(view, fields, locale)
  const told = { id: useId(), texts: outcomeTexts(outcome, subject, { locale, words }) }
  const part = {
    fields,
    subject,
    locale,
    words,
    told,
    faults: outcome?.status === 'faulty' ? outcome.faults : {},
    change,
  }
  return (
    <form className="practice-ticket" onSubmit={send} noValidate>
      <Choices fields={fields} words={words} choose={choose} />
      <Prices {...part} />
      {exits.length > 0 && (
        <Labelled text={exitsText(exits, subject, { locale, words: words.ticket })}>
          {(id) => (
            <select
              id={id}
              name="replaces"
              value={replaces === '' ? 'keep' : 'replace'}
              onChange={({ currentTarget }) => setReplacing(currentTarget.value === 'replace')}
            >
              <option value="keep">{words.ticket.exitsKeep}</option>
              <option value="replace">{words.ticket.exitsReplace}</option>
            </select>
          )}
        </Labelled>
      )}
      <Amount {...part} />
      <button type="submit" className="chart-button is-text practice-submit" data-side={fields.side}>
        {submitText(fields, subject, words)}
      </button>
      <p className="practice-note">
        {estimate ? (
          <EstimateText subject={subject} order={estimate} locale={locale} words={words.ticket} />
        ) : (
          words.ticket.estimateNone
        )}
      </p>
      <p id={told.id} className="practice-told" role="status">
        {told.texts.join(' ')}
      </p>
    </form>
  )
}

const empty: OrderFields = {
  side: 'buy',
  kind: 'market',
  share: '25',
  amount: '',
  price: '',
  stop: '',
  profit: '',
  trail: '',
  replaces: '',
}

function subjectOf({ asset, terms: { costs, scale }, state }: PracticeView): TicketSubject {
  return { instrument: asset, scale, account: { free: freeOf(state.run.desk, scale, costs) }, price: state.last }
}

function outcomeTexts(
  outcome: PracticeOutcome | undefined,
  subject: TicketSubject,
  { locale, words }: { locale: Locale; words: PracticeWords },
): string[] {
  if (outcome?.status === 'ordered') return [words.ordered]
  if (outcome?.status === 'not-loaded') return [words.notLoaded]
  if (outcome?.status === 'too-many') return [words.ticket.tooMany]
  return outcome ? Object.values(faultTexts(subject, outcome.faults, { locale, words: words.ticket })) : []
}

function submitText({ side, kind }: OrderFields, { instrument }: TicketSubject, { ticket }: PracticeWords): string {
  return side === 'sell' && kind === 'bracket' ? ticket.submit.protect : fill(ticket.submit[side], instrument)
}

interface ChoicesProps {
  fields: OrderFields
  words: PracticeWords
  choose(to: Pick<Partial<OrderFields>, 'side' | 'kind'>): void
}

function Choices({ fields, words: { ticket }, choose }: ChoicesProps) {
  const { side, kind } = fields
  const kinds = orderKinds.filter((each) => isKindOf({ side, kind: each }))
  return (
    <>
      <fieldset className="practice-sides">
        <legend className="visually-hidden">{ticket.side}</legend>
        {orderSides.map((each) => (
          <label key={each} data-side={each}>
            <input
              type="radio"
              name="side"
              value={each}
              checked={each === side}
              onChange={() => choose({ side: each })}
            />
            <span>{ticket.sides[each]}</span>
          </label>
        ))}
      </fieldset>
      <Labelled text={ticket.kind}>
        {(id) => (
          <select
            id={id}
            name="kind"
            value={kind}
            title={ticket.kindHints[kind === 'bracket' ? (side === 'buy' ? 'bracketBuy' : 'bracketSell') : kind]}
            onChange={({ currentTarget }) =>
              choose({ kind: kinds.find((each) => each === currentTarget.value) ?? kind })
            }
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {ticket.kinds[each]}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </>
  )
}

function Labelled({ text, children }: { text: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <span className="practice-field">
      <label htmlFor={id}>{text}</label>
      {children(id)}
    </span>
  )
}

interface PartProps extends Pick<PracticeTicketProps, 'locale' | 'words'> {
  fields: OrderFields
  subject: TicketSubject
  faults: Partial<Record<string, string>>
  told: { id: string }
  change(to: Partial<OrderFields>): void
}

type NumberField = 'price' | 'stop' | 'profit' | 'trail' | 'amount'

function NumberInput({
  name,
  label,
  hint,
  part,
}: {
  name: NumberField
  label: string
  hint?: string
  part: PartProps
}) {
  const isFaulty = part.faults[name] !== undefined
  const hintId = useId()
  return (
    <>
      <Labelled text={fill(label, part.subject.instrument)}>
        {(id) => (
          <input
            id={id}
            name={name}
            value={part.fields[name]}
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            aria-invalid={isFaulty || undefined}
            aria-describedby={[isFaulty && part.told.id, hint && hintId].filter(Boolean).join(' ') || undefined}
            onInput={({ currentTarget }) => part.change({ [name]: currentTarget.value })}
          />
        )}
      </Labelled>
      {hint && (
        <span id={hintId} className="practice-note">
          {hint}
        </span>
      )}
    </>
  )
}

function Prices(part: PartProps) {
  const { fields, subject, locale, words } = part
  const { side, kind } = fields
  const { ticket } = words
  const { priceStep: step } = faultParams(locale, subject)
  if (kind === 'market') return null
  if (kind === 'trailing') return <NumberInput name="trail" label={ticket.trail} hint={ticket.trailHint} part={part} />
  if (kind !== 'bracket') {
    return <NumberInput name="price" label={ticket.price} hint={fill(ticket.priceHint, { step })} part={part} />
  }
  return (
    <>
      {side === 'buy' && (
        <NumberInput name="price" label={ticket.price} hint={fill(ticket.entryHint, { step })} part={part} />
      )}
      <NumberInput name="stop" label={ticket.stop} part={part} />
      <NumberInput name="profit" label={ticket.profit} part={part} />
    </>
  )
}

function Amount(part: PartProps) {
  const { fields, subject, locale, change } = part
  const { ticket } = part.words
  const { side, share } = fields
  const { free } = subject.account
  const isBuy = side === 'buy'
  const hint = fill(isBuy ? ticket.freeBuy : ticket.freeSell, {
    ...subject.instrument,
    free: isBuy ? formatMoney(locale, free.cash) : formatUnits(locale, free.quantity, subject.scale.volumeDigits),
  })
  return (
    <>
      <Labelled text={ticket.share}>
        {(id) => (
          <select
            id={id}
            name="share"
            value={share}
            title={hint}
            onChange={({ currentTarget }) =>
              change({ share: orderShares.find((each) => each === currentTarget.value) ?? '' })
            }
          >
            {['', ...orderShares].map((each) => (
              <option key={each} value={each}>
                {each === '' ? ticket.shareOwn : formatPart(locale, Number(each) / 100)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {share === '' && (
        <NumberInput name="amount" label={isBuy ? ticket.amountBuy : ticket.amountSell} hint={hint} part={part} />
      )}
    </>
  )
}
