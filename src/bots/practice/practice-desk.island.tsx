import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { axisFormats } from '../../charts/canvas/axis-time.ts'
import type { PracticeWords } from '../../charts/replay/practice-words.ts'
import { type ReplayNews, replayAskedEvent, replayNewsEvent } from '../../charts/replay/replay-event.ts'
import { fill } from '../../charts/words.ts'
import type { Locale } from '../../i18n/locales.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { toDecimal } from '../../market/units.ts'
import { adoptSheet } from '../../ui/adopt-sheet.ts'
import { formatMoney } from '../bot-numbers.ts'
import type { Order } from '../engine/order.ts'
import { manualCapital } from '../paper/manual-terms.ts'
import { lookOf } from '../paper/ticket-text.ts'
import styles from './practice.later.css' with { type: 'text' }
import { practiceEquity } from './practice-account.ts'
import { fetchFees } from './practice-fees.ts'
import { createPracticeSession, type PracticeSession, type PracticeView } from './practice-session.ts'
import { createPracticeStore } from './practice-store.ts'
import { PracticeTicket } from './practice-ticket.tsx'

// The server draws the desk without styles, for the sandbox only.
if (typeof document !== 'undefined') adoptSheet(styles)

export interface PracticeDeskProps {
  locale: Locale
  words: PracticeWords
  /** Whether the replay has just been started; otherwise the accounts of the tab continue */
  isNew: boolean
}

/** Practice accounts of a replay. They survive a reload of the page. */
export function PracticeDesk({ locale, words, isNew }: PracticeDeskProps) {
  useSignals()
  const [isKnown, setKnown] = useState(false)
  const session = useSession(isNew, locale, setKnown)
  const view = session?.view.value
  if (!session || !view) return isKnown ? <p className="practice-note">{words.noRules}</p> : null
  return (
    <section className="practice-desk" aria-label={words.title}>
      <PracticeTicket key={view.asset.asset} {...{ view, session, locale, words }} />
      {view.feesText !== undefined && <p className="practice-note">{fill(words.feesNow, { fees: view.feesText })}</p>}
      <Figures view={view} locale={locale} words={words} />
      <Orders view={view} session={session} locale={locale} words={words} />
      <p className="practice-note" role="status">
        {refusalText(view, locale, words)}
      </p>
      <Trades view={view} locale={locale} words={words} />
      <Renewal view={view} session={session} locale={locale} words={words} />
      <p className="practice-note" role="status">
        {view.hasFailed ? words.failed : view.isSaved ? '' : words.notSaved}
      </p>
    </section>
  )
}

/** Opens the accounts and lets them follow the replay while the desk is shown. */
function useSession(isNew: boolean, locale: Locale, onNews: (isKnown: boolean) => void): PracticeSession | undefined {
  const [session, setSession] = useState<PracticeSession>()
  useEffect(() => {
    const newId = () => Math.random().toString(36).slice(2)
    const store = createPracticeStore({ local: localStorage, session: sessionStorage, now: Date.now, newId })
    const opened = createPracticeSession({ store, isNew, loadFees: (asset) => fetchFees(asset, locale) })
    const abort = new AbortController()
    const { signal } = abort
    const follow = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const news: ReplayNews = event.detail
      onNews(true)
      opened.follow(news)
    }
    document.addEventListener(replayNewsEvent, follow, { signal })
    window.addEventListener('pagehide', () => opened.save(), { signal })
    window.addEventListener('storage', ({ key }) => store.isTaken(key) && opened.save(), { signal })
    setSession(opened)
    document.dispatchEvent(new Event(replayAskedEvent))
    return () => abort.abort()
  }, [isNew, locale, onNews])
  return session
}

/** Button that begins the account anew; until the next order, the former account can be restored. */
function Renewal({ view, session, words }: FiguresProps & { session: PracticeSession }) {
  const { state, canRestore } = view
  if (!canRestore && state.run.desk.nextId === 1) return null
  return (
    <p className="practice-renewal">
      <span role="status">{canRestore && words.begun}</span>
      <button
        type="button"
        className="chart-button is-text"
        onClick={() => (canRestore ? session.restore() : session.begin())}
      >
        {canRestore ? words.restore : words.ticket.reset}
      </button>
    </p>
  )
}

interface FiguresProps {
  view: PracticeView
  locale: Locale
  words: PracticeDeskProps['words']
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
    [words.equity, `${formatMoney(locale, equity)} ${asset.quote} (${formatChange(locale, gain)})`, gain],
    [words.cash, formatMoney(locale, account.cash), 0],
    [words.position, account.quantity > 0 ? `${quantity} ${asset.base}` : words.none, 0],
    [words.profit, account.quantity > 0 ? formatMoney(locale, open) : '—', account.quantity > 0 ? open : 0],
  ] as const
  return (
    <dl
      className="practice-figures"
      title={fill(words.note, { sum: formatMoney(locale, manualCapital), quote: asset.quote })}
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
  const { lines, kinds, orderLabel, legs } = words.ticket
  const priceText = (price: typeof asset.priceDigits | undefined) =>
    price === undefined ? '—' : formatPrice(locale, price / 10 ** asset.priceDigits, asset.priceDigits)
  const look = lookOf(order)
  const side = order.side === 'buy' ? words.buySide : words.sellSide
  const kind = look === 'profit' ? lines.profit : kinds[look]
  const price = order.kind === 'market' ? '' : priceText(order.price)
  const text = fill(orderLabel, { side, kind, price }).replace(/, $/, '')
  if (!('bracket' in order) || !order.bracket) return text
  const { stop, profit } = order.bracket
  return `${text} · ${fill(legs, { stop: priceText(stop), profit: priceText(profit) })}`
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
    <ul className="practice-orders" aria-label={words.ticket.orders}>
      {orders.map((order) => {
        const text = orderText(order, view, locale, words)
        return (
          <li key={order.id}>
            {text}
            <button
              type="button"
              className="chart-button"
              aria-label={fill(words.ticket.cancelLabel, { order: text })}
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
                <td>{formatMoney(locale, fee)}</td>
                <td>{order.side === 'sell' ? formatMoney(locale, profit) : ''}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}
