import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { FetchCandles } from '../../charts/candles/candle-loader.ts'
import type { ReplayedAsset, ReplayNews } from '../../charts/replay/replay-event.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { type Digits, nearestUnits } from '../../market/units.ts'
import { scaleOf } from '../engine/money.ts'
import type { Minute, Terms } from '../engine/portfolio.ts'
import { freeOf } from '../paper/free-balance.ts'
import { isOverfull, manualCapital, manualTerms } from '../paper/manual-terms.ts'
import {
  type OrderFaults,
  type OrderFields,
  type OrderReading,
  type ReadOrder,
  readOrder,
} from '../paper/read-order.ts'
import type { NamedFees } from '../paper/venue-fees.ts'
import { openPractice, type PracticeAccount, type PracticeState, type SavedAccount } from './practice-account.ts'
import type { PracticeStore, SavedDesk } from './practice-store.ts'

export interface PracticeView {
  asset: ReplayedAsset
  terms: Terms
  state: PracticeState
  /** Fees of the account in words; undefined until they are loaded */
  feesText: string | undefined
  /** Whether the minutes of the last step or the fees could not be loaded, for this account or another */
  hasFailed: boolean
  /** Whether the accounts will survive a reload */
  isSaved: boolean
  /** Whether the account was begun anew and the former one can be restored */
  canRestore: boolean
}

export type PracticeOutcome =
  | { status: 'ordered' }
  | { status: 'faulty'; faults: OrderFaults }
  | { status: 'too-many' }
  /** The minutes up to the time of the replay are missing: the order would fill in the past. */
  | { status: 'not-loaded' }

export interface PracticeSession {
  /** Account of the active chart's asset; undefined before the first news, and without trading rules */
  readonly view: ReadonlySignal<PracticeView | undefined>
  follow(news: ReplayNews): void
  order(fields: OrderFields, locale: Locale): Promise<PracticeOutcome>
  cancel(name: string): void
  /** Begins the account of the active chart's asset anew. */
  begin(): void
  /** Restores the account as it was before it was begun anew. */
  restore(): void
  save(): void
}

interface Desk {
  account: PracticeAccount
  asset: ReplayedAsset
  terms: Terms
  /** Fees of the account in words; undefined if they could not be loaded: the account then trades only once they are */
  feesText: string | undefined
  /** Whether the minutes up to the time of the replay are missing: an order would fill in the past. */
  isBehind: boolean
  /** Account before it was begun anew, until the next order */
  former?: PracticeAccount | undefined
}

export interface SessionOptions {
  store: PracticeStore
  /** Whether the replay has just been started: otherwise the accounts continue after a reload */
  isNew: boolean
  /** Loads the fees of the user's paper account in an asset. */
  loadFees(asset: string): Promise<NamedFees>
}

/** Creates the practice accounts of a replay, one for each asset, with the fees of the user's paper accounts. */
export function createPracticeSession({ store, isNew, loadFees }: SessionOptions): PracticeSession {
  const desks = new Map<string, Desk>()
  const keeper = createKeeper(store, desks)
  const view = signal<PracticeView | undefined>(undefined)
  const enqueue = createQueue()
  let current: Desk | undefined
  let latest: ReplayNews | undefined
  const show = () => {
    const hasFailed = current?.isBehind || [...desks.values()].some(({ isBehind }) => isBehind)
    const isSaved = keeper.isSaved()
    const canRestore = current?.former !== undefined
    view.value = current && { ...current, state: current.account.state, hasFailed, isSaved, canRestore }
  }
  const save = () => latest && keeper.save(latest.time)
  const catchUp = async (news: ReplayNews) => {
    if (!latest && !isNew) keeper.load(news.time)
    latest = news
    const { asset } = news.asset
    current = desks.get(asset) ?? (await openDesk(news, keeper.savedOf(news.asset), loadFees))
    if (current?.feesText !== undefined) desks.set(asset, current)
    const changes = await Promise.allSettled([...desks.values()].map((desk) => follow(desk, news, desk === current)))
    if (changes.some((each) => each.status === 'fulfilled' && each.value)) save()
    show()
  }
  /** Returns the account of the active chart at the time of the replay; undefined if its minutes still cannot be loaded. */
  const currentDesk = async (): Promise<Desk | undefined> => {
    if (current?.isBehind && latest) await catchUp(latest)
    return current?.isBehind ? undefined : current
  }
  /** Changes the account of the active chart once all steps so far have been made. */
  const change = <Result>(act: (desk: Desk | undefined) => Result | Promise<Result>) =>
    enqueue(async () => {
      const result = await act(await currentDesk())
      save()
      show()
      return result
    })
  return {
    view,
    save,
    follow: (news) => void enqueue(() => catchUp(news)),
    order: (fields, locale) => change((desk) => placeOrder(desk, fields, locale)),
    cancel: (name) => void change((desk) => desk?.account.order([{ act: 'cancel', name }])),
    begin: () => void change((desk) => desk && beginAnew(desk)),
    restore: () =>
      void change(async (desk) => {
        if (!desk?.former || !latest) return
        desk.account = desk.former
        desk.former = undefined
        await catchUp(latest)
      }),
  }
}

/** Acts wait for the steps before them: an order must not fill in minutes that were played before it. */
function createQueue() {
  let queue: Promise<unknown> = Promise.resolve()
  return <Result>(act: () => Promise<Result>): Promise<Result> => {
    const done = queue.then(act)
    queue = done.catch(() => {})
    return done
  }
}

/** Keeps the accounts in the store, once one of them has had an order. */
function createKeeper(store: PracticeStore, desks: ReadonlyMap<string, Desk>) {
  let saved: Readonly<Record<string, SavedDesk>> | undefined
  let [isSaved, isUsed] = [true, false]
  return {
    isSaved: () => isSaved,
    load: (time: number) => {
      saved = store.load(time)?.desks
      isUsed = saved !== undefined
    },
    /** Returns the stored account of an asset unless the digits of the asset have changed since. */
    savedOf: ({ asset, priceDigits, volumeDigits }: ReplayedAsset) => {
      const desk = saved?.[asset]
      const isValid = desk?.digits.priceDigits === priceDigits && desk.digits.volumeDigits === volumeDigits
      return isValid ? desk.account : undefined
    },
    save: (time: number) => {
      // A replay without orders takes no place from others.
      isUsed ||= [...desks.values()].some(({ account }) => account.state.run.desk.nextId > 1)
      if (!isUsed) return
      const open = [...desks].map(([id, { asset, account }]): [string, SavedDesk] => {
        const { priceDigits, volumeDigits } = asset
        return [id, { digits: { priceDigits, volumeDigits }, account: account.save() }]
      })
      isSaved = store.save({ time, desks: { ...saved, ...Object.fromEntries(open) } })
    },
  }
}

/** Opens an account, or continues a stored one. Undefined without trading rules. */
async function openDesk(
  { asset, time }: ReplayNews,
  saved: SavedAccount | undefined,
  loadFees: SessionOptions['loadFees'],
): Promise<Desk | undefined> {
  const { rules } = asset
  if (!rules) return undefined
  const { text: feesText, ...fees } = await loadFees(asset.asset).catch(() => noFees)
  const terms = { ...manualTerms, costs: { ...manualTerms.costs, ...fees }, scale: scaleOf(asset, rules) }
  const account = openPractice({ capital: manualCapital, terms }, time, saved)
  return { account, asset, terms, feesText, isBehind: true }
}

const noFees: Partial<NamedFees> = {}

function beginAnew(desk: Desk): void {
  const { time, last } = desk.account.state
  desk.former = desk.account
  desk.account = openPractice({ capital: manualCapital, terms: desk.terms }, time)
  desk.account.advance([], time, last)
}

function placeOrder(desk: Desk | undefined, fields: OrderFields, locale: Locale): PracticeOutcome {
  const reading = desk && readingOf({ ...desk, state: desk.account.state }, locale)
  if (!reading) return { status: 'not-loaded' }
  const { account } = desk
  const read = readOrder(fields, reading)
  if (read.status === 'faulty') return read
  const { desk: before } = account.state.run
  const intents = read.intents(`practice-${before.nextId}`)
  if (isOverfull(before, intents)) return { status: 'too-many' }
  desk.former = undefined
  account.order(intents)
  return { status: 'ordered' }
}

type Read = Pick<PracticeView, 'terms' | 'state'>

/** Returns what an order is read with; undefined without a price. */
function readingOf({ terms: { costs, scale }, state }: Read, locale: Locale): OrderReading | undefined {
  const { desk } = state.run
  const { last } = state
  if (last === undefined) return undefined
  return { locale, scale, price: last, account: { desk, free: freeOf(desk, scale, costs), costs } }
}

/** Reads an order for its estimate. Undefined before an amount is entered, and without a price. */
export function estimateOf(view: Read, fields: OrderFields, locale: Locale): ReadOrder | undefined {
  const reading = fields.amount !== '' || fields.share !== '' ? readingOf(view, locale) : undefined
  return reading && readOrder(fields, reading)
}

/**
 * Brings an account to a time of the replay. Returns whether it has traded or lost orders.
 * @throws Error if the minutes could not be loaded; the account is then behind
 */
async function follow(desk: Desk, news: ReplayNews, isShown: boolean): Promise<boolean> {
  const { trades, refused } = desk.account.state
  desk.isBehind = true
  await advance(desk, news, isShown)
  desk.isBehind = false
  return desk.account.state.trades !== trades || desk.account.state.refused !== refused
}

async function advance(desk: Desk, news: ReplayNews, isShown: boolean): Promise<void> {
  const { account, asset } = desk
  const { time } = news
  if (account.state.time > time) account.rewind(time)
  const { state, needsMinutes } = account
  if (needsMinutes && state.time < time) {
    const minutes = await loadMinutes(news.fetchCandles, { asset: asset.asset, from: state.time, until: time })
    return account.advance(
      minutes.map((each) => minuteOf(each, asset)),
      time,
    )
  }
  if (!isShown || (needsMinutes && state.last !== undefined)) return account.advance([], time)
  const price = news.price ?? (await lastPrice(news))
  account.advance([], time, price === undefined ? undefined : nearestUnits(price, asset.priceDigits))
}

async function lastPrice({ asset, time, fetchCandles }: ReplayNews): Promise<number | undefined> {
  const request = { asset: asset.asset, tf: 1, until: time, limit: 1 } as const
  return (await fetchCandles(request, new AbortController().signal)).at(-1)?.close
}

const maxMinutes = 1000

interface MinutesWanted {
  asset: string
  from: number
  until: number
}

/** Loads the minutes from a time on that had closed at another, both in ms UTC. */
async function loadMinutes(fetchCandles: FetchCandles, { asset, from, until }: MinutesWanted) {
  const minutes: DecimalCandle[] = []
  const { signal } = new AbortController()
  for (let next = from; ; ) {
    const page = await fetchCandles({ asset, tf: 1, from: next, until, limit: maxMinutes }, signal)
    minutes.push(...page)
    const end = page.at(-1)
    if (page.length < maxMinutes || !end) return minutes
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
