import { useSignals } from '@preact/signals-react/runtime'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { axisFormats } from '../../charts/canvas/axis-time.ts'
import { type ReplayNews, replayAskedEvent, replayNewsEvent } from '../../charts/replay/replay-event.ts'
import { type ChartWords, fill } from '../../charts/words.ts'
import type { Locale } from '../../i18n/locales.ts'
import { plainNumber, readNumber } from '../../i18n/read-number.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { toDecimal, type Units } from '../../market/units.ts'
import { type Money, moneyDigits } from '../engine/money.ts'
import type { Order } from '../engine/order.ts'
import { manualCapital } from '../paper/manual-terms.ts'
import { practiceEquity } from './practice-account.ts'
import { type PracticeFault, type PracticeKind, practiceKinds } from './practice-orders.ts'
import { createPracticeSession, type PracticeSession, type PracticeView } from './practice-session.ts'

export interface PracticeDeskProps {
  locale: Locale
  words: ChartWords['practice']
}

const shares = [25, 50, 75, 100] as const

/** Practice account of a replay, which lives only while the desk is shown. */
export function PracticeDesk({ locale, words }: PracticeDeskProps) {
  useSignals()
  const [session] = useState(createPracticeSession)
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    const follow = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const news: ReplayNews = event.detail
      setKnown(true)
      session.follow(news)
    }
    document.addEventListener(replayNewsEvent, follow)
    document.dispatchEvent(new Event(replayAskedEvent))
    return () => document.removeEventListener(replayNewsEvent, follow)
  }, [session])
  const view = session.view.value
  if (!view) return isKnown ? <p className="practice-note">{words.noRules}</p> : null
  return (
    <section className="practice-desk" aria-label={words.title}>
      <Ticket key={view.asset.asset} session={session} locale={locale} words={words} />
      <Figures view={view} locale={locale} words={words} />
      <Orders view={view} session={session} locale={locale} words={words} />
      <p className="practice-note" role="status">
        {refusalText(view, locale, words)}
      </p>
      <Trades view={view} locale={locale} words={words} />
      <p className="practice-note" role="status">
        {view.hasFailed ? words.failed : ''}
      </p>
    </section>
  )
}

interface TicketProps {
  session: PracticeSession
  locale: Locale
  words: PracticeDeskProps['words']
}

function Ticket({ session, locale, words }: TicketProps) {
  const [kind, setKind] = useState<PracticeKind>('market')
  const [share, setShare] = useState<number>(25)
  const [price, setPrice] = useState('')
  const [outcome, setOutcome] = useState<PracticeFault | 'ordered'>()
  const send = async (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const side = submitter instanceof HTMLButtonElement && submitter.value === 'sell' ? 'sell' : 'buy'
    const typed = readNumber(locale, price)
    const order = { side, kind, share, price: typed === undefined ? '' : plainNumber(typed) } as const
    setOutcome((await session.order(order)) ?? 'ordered')
  }
  return (
    <form className="practice-ticket" onSubmit={send} noValidate>
      <select
        aria-label={words.kind}
        value={kind}
        onChange={({ currentTarget }) => {
          setKind(practiceKinds.find((each) => each === currentTarget.value) ?? 'market')
        }}
      >
        {practiceKinds.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
      {kind !== 'market' && (
        <input
          aria-label={words.price}
          placeholder={words.price}
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onInput={({ currentTarget }) => setPrice(currentTarget.value)}
        />
      )}
      <select
        aria-label={words.share}
        value={share}
        onChange={({ currentTarget }) => setShare(Number(currentTarget.value))}
      >
        {shares.map((each) => (
          <option key={each} value={each}>
            {each} %
          </option>
        ))}
      </select>
      <button type="submit" className="chart-button is-text" value="buy">
        {words.buy}
      </button>
      <button type="submit" className="chart-button is-text" value="sell">
        {words.sell}
      </button>
      <span className="practice-note" role="status">
        {outcome && words[outcome]}
      </span>
    </form>
  )
}

interface FiguresProps {
  view: PracticeView
  locale: Locale
  words: PracticeDeskProps['words']
}

function moneyText(locale: Locale, money: Money): string {
  return formatPrice(locale, toDecimal(money as number as Units, moneyDigits), 2)
}

function Figures({ view, locale, words }: FiguresProps) {
  const { state, asset, terms } = view
  const { last } = state
  const { account } = state.run.desk
  const equity = last === undefined ? account.cash : practiceEquity(state, last, terms)
  const gain = (equity / manualCapital - 1) * 100
  const open = equity - account.cash - account.cost
  const quantity = formatPrice(locale, toDecimal(account.quantity, asset.volumeDigits), asset.volumeDigits)
  const figures = [
    [words.equity, `${moneyText(locale, equity)} ${asset.quote} (${formatChange(locale, gain)})`, gain],
    [words.cash, moneyText(locale, account.cash), 0],
    [words.position, account.quantity > 0 ? `${quantity} ${asset.base}` : words.none, 0],
    [words.profit, account.quantity > 0 ? moneyText(locale, open as Money) : '—', account.quantity > 0 ? open : 0],
  ] as const
  return (
    <dl
      className="practice-figures"
      title={fill(words.note, { sum: moneyText(locale, manualCapital), quote: asset.quote })}
    >
      {figures.map(([name, text, sign]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={sign > 0 ? 'is-rise' : sign < 0 ? 'is-fall' : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function orderText(order: Order, { asset }: PracticeView, locale: Locale, words: PracticeDeskProps['words']): string {
  const side = order.side === 'buy' ? words.buySide : words.sellSide
  const price =
    'price' in order ? ` ${formatPrice(locale, toDecimal(order.price, asset.priceDigits), asset.priceDigits)}` : ''
  return `${words[order.kind]}, ${side}${price}`
}

/** Names the orders that could not fill, with the reason. */
function refusalText(view: PracticeView, locale: Locale, words: PracticeDeskProps['words']): string {
  const { moment } = axisFormats(locale, 1)
  const texts = view.state.refused.map(({ order, time }) => {
    const text = order.side === 'buy' ? words.refusedBuy : words.refusedSell
    return fill(text, { order: orderText(order, view, locale, words), time: moment(time) })
  })
  return texts.join(' ')
}

function Orders({ view, session, locale, words }: FiguresProps & { session: PracticeSession }) {
  const { orders } = view.state.run.desk
  if (orders.length === 0) return null
  return (
    <ul className="practice-orders" aria-label={words.orders}>
      {orders.map((order) => {
        const text = orderText(order, view, locale, words)
        return (
          <li key={order.id}>
            {text}
            <button
              type="button"
              className="chart-button"
              aria-label={fill(words.cancel, { order: text })}
              onClick={() => session.cancel(order.name ?? 'all')}
            >
              ×
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Number of the newest trades that are listed */
const maxTrades = 50

function Trades({ view, locale, words }: FiguresProps) {
  const { state, asset } = view
  const { moment } = axisFormats(locale, 1)
  const columns = [words.time, words.side, words.price, words.quantity, words.fee, words.gain]
  return (
    <details className="practice-trades">
      <summary>{fill(words.trades, { count: state.trades.length })}</summary>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state.trades
            .slice(-maxTrades)
            .reverse()
            .map(({ order, time, price, quantity, fee, profit }) => (
              <tr key={`${order.id} ${time}`}>
                <td>{moment(time + minuteMs)}</td>
                <td>{order.side === 'buy' ? words.buySide : words.sellSide}</td>
                <td>{formatPrice(locale, toDecimal(price, asset.priceDigits), asset.priceDigits)}</td>
                <td>{formatPrice(locale, toDecimal(quantity, asset.volumeDigits), asset.volumeDigits)}</td>
                <td>{moneyText(locale, fee)}</td>
                <td>{order.side === 'sell' ? moneyText(locale, profit) : ''}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}
