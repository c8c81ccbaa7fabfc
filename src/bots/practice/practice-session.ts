import { type ReadonlySignal, signal } from '@preact/signals-react'
import { readCandleRows } from '../../charts/candles/candle-list.ts'
import type { ReplayedAsset, ReplayNews } from '../../charts/replay/replay-event.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { type Digits, nearestUnits } from '../../market/units.ts'
import { paths } from '../../paths.ts'
import { scaleOf } from '../engine/money.ts'
import type { Minute, Terms } from '../engine/portfolio.ts'
import { manualCapital, manualTerms } from '../paper/manual-terms.ts'
import { openPractice, type PracticeAccount, type PracticeState } from './practice-account.ts'
import { type PracticeFault, type PracticeOrder, readPracticeOrder } from './practice-orders.ts'

export interface PracticeView {
  asset: ReplayedAsset
  terms: Terms
  state: PracticeState
  /** Whether the minutes of the last step could not be loaded, for this account or another */
  hasFailed: boolean
}

export interface PracticeSession {
  /** Account of the active chart's asset; undefined before the first news, and without trading rules */
  readonly view: ReadonlySignal<PracticeView | undefined>
  follow(news: ReplayNews): void
  order(order: PracticeOrder): Promise<PracticeFault | undefined>
  cancel(name: string): void
}

interface Desk {
  account: PracticeAccount
  asset: ReplayedAsset
  terms: Terms
  /** Whether the minutes up to the time of the replay are missing: an order would fill in the past. */
  isBehind: boolean
}

/** Creates the practice accounts of a replay, one per asset. They live only in this object. */
export function createPracticeSession(): PracticeSession {
  const desks = new Map<string, Desk>()
  const view = signal<PracticeView | undefined>(undefined)
  let current: Desk | undefined
  let latest: ReplayNews | undefined
  let count = 0
  // Acts wait for the steps before them: an order must not fill in minutes that were played before it.
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = <Result>(act: () => Promise<Result> | Result): Promise<Result> => {
    const done = queue.then(act)
    queue = done.catch(() => {})
    return done
  }
  const show = () => {
    const hasFailed = [...desks.values()].some(({ isBehind }) => isBehind)
    view.value = current && { ...current, state: current.account.state, hasFailed }
  }
  const deskOf = ({ asset, time }: ReplayNews): Desk | undefined => {
    const { rules } = asset
    if (!rules) return undefined
    const known = desks.get(asset.asset)
    if (known) return known
    const terms = { ...manualTerms, scale: scaleOf(asset, rules) }
    const desk = { account: openPractice({ capital: manualCapital, terms }, time), asset, terms, isBehind: true }
    desks.set(asset.asset, desk)
    return desk
  }
  const catchUp = async (news: ReplayNews) => {
    latest = news
    current = deskOf(news)
    const steps = [...desks.values()].map(async (desk) => {
      desk.isBehind = true
      await advance(desk, news.time, desk === current)
      desk.isBehind = false
    })
    await Promise.allSettled(steps)
    show()
  }
  /** Returns the account of the active chart at the time of the replay; undefined if its minutes still cannot be loaded. */
  const currentDesk = async (): Promise<Desk | undefined> => {
    if (current?.isBehind && latest) await catchUp(latest)
    return current?.isBehind ? undefined : current
  }
  return {
    view,
    follow: (news) => void enqueue(() => catchUp(news)),
    order: (order) =>
      enqueue(async () => {
        const desk = await currentDesk()
        const last = desk?.account.state.last
        if (!desk || last === undefined) return 'notLoaded'
        const { account, terms } = desk
        const reading = { state: account.state, last, scale: terms.scale, name: `practice-${++count}` }
        const read = readPracticeOrder(order, reading)
        if (typeof read === 'string') return read
        account.order(read)
        show()
        return undefined
      }),
    cancel: (name) =>
      void enqueue(async () => {
        const desk = await currentDesk()
        desk?.account.order([{ act: 'cancel', name }])
        show()
      }),
  }
}

/** Brings an account to a time of the replay. @throws Error if the minutes could not be loaded; the account then stays */
async function advance(desk: Desk, time: number, isShown: boolean): Promise<void> {
  const { account, asset } = desk
  if (account.state.time > time) account.rewind(time)
  const from = account.needsMinutes ? account.state.time : undefined
  if (from === time || (from === undefined && !isShown)) return account.advance([], time)
  const minutes = (await loadMinutes(asset.asset, from, time)).map((each) => minuteOf(each, asset))
  account.advance(from === undefined ? [] : minutes, time, minutes.at(-1)?.close)
}

const maxMinutes = 1000

/** Loads the minutes from a time on that had closed at another, both in ms UTC; without `from`, the last one. */
async function loadMinutes(asset: string, from: number | undefined, until: number): Promise<DecimalCandle[]> {
  const minutes: DecimalCandle[] = []
  for (let next = from; ; ) {
    const query = new URLSearchParams({ asset, tf: '1', until: String(until), limit: String(next ? maxMinutes : 1) })
    if (next !== undefined) query.set('from', String(next))
    const response = await fetch(`${paths.marketCandles}?${query}`, { cache: 'no-cache' })
    const page = response.ok ? readCandleRows(await response.json()) : undefined
    if (!page) throw new Error(`Minutes of ${asset}: the server responded with ${response.status}`)
    minutes.push(...page)
    const end = page.at(-1)
    if (next === undefined || page.length < maxMinutes || !end) return minutes
    next = end.openTime + 1
  }
}

function minuteOf(candle: DecimalCandle, { priceDigits, volumeDigits }: Digits): Minute {
  const price = (name: 'open' | 'high' | 'low' | 'close') => nearestUnits(candle[name], priceDigits)
  return {
    openTime: candle.openTime,
    open: price('open'),
    high: price('high'),
    low: price('low'),
    close: price('close'),
    volume: nearestUnits(candle.volume, volumeDigits),
  }
}
