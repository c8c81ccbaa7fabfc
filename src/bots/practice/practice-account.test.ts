import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { columnsOf, minutesOf, run, termsOf } from '../../../tests/bot-runs.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Intent } from '../engine/order.ts'
import type { BoundStrategy } from '../engine/strategy.ts'
import { exitsBeside, replacing } from '../paper/exit-orders.ts'
import { freeOf } from '../paper/free-balance.ts'
import { manualTerms } from '../paper/manual-terms.ts'
import { isKindOf, type OrderFields, orderKinds, orderShares, orderSides, readOrder } from '../paper/read-order.ts'
import { openPractice, type PracticeState } from './practice-account.ts'

const terms = termsOf(manualTerms)
const capital = wholeMoney(10_000 * 1e8)

/** Prices as typed; those with a sign are distances from the last price, in percent */
const priceNear = (from: number, to: number) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.integer({ min: from, max: to }).map((percent) => `${percent < 0 ? '' : '+'}${percent}`),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '0', 'x', '20.001') },
  )
const fields: fc.Arbitrary<OrderFields> = fc
  .record({
    side: fc.constantFrom(...orderSides),
    kind: fc.constantFrom(...orderKinds, 'bracket' as const),
    share: fc.constantFrom('' as const, ...orderShares),
    amount: fc.integer({ min: 0, max: 5000 }).map((amount) => String(amount / 10)),
    price: priceNear(-6, 6),
    stop: priceNear(-8, 1),
    profit: priceNear(-1, 8),
    trail: fc.constantFrom('', '0.5', '2', '60'),
    replaces: fc.constantFrom('', 'all'),
  })
  .filter(isKindOf)
const act: fc.Arbitrary<OrderFields | Intent> = fc.oneof(
  { weight: 9, arbitrary: fields },
  { weight: 1, arbitrary: fc.constant({ act: 'cancel', name: 'all' }) },
)

const orders = fc.array(fc.record({ index: fc.nat(200), acts: fc.array(act, { minLength: 1, maxLength: 3 }) }), {
  minLength: 6,
  maxLength: 20,
})

/** A strategy that places the given orders at the close of their minutes */
function scripted(at: ReadonlyMap<number, readonly Intent[]>): BoundStrategy {
  return {
    id: 'scripted',
    warmUp: 0,
    begin: () => null,
    watch: () => () => ({}),
    onClose: (memory, _, { time }) => ({ memory, intents: at.get(time) ?? [] }),
    onFills: (memory) => ({ memory, intents: [] }),
  }
}

/** Reads orders as the practice desk does: those with faults are left out. */
function intentsOf(acts: readonly (OrderFields | Intent)[], { run, last }: PracticeState): Intent[] {
  const { desk } = run
  if (last === undefined) return []
  const account = { desk, free: freeOf(desk, terms.scale), costs: terms.costs }
  return acts.flatMap((each, index) => {
    if ('act' in each) return [each]
    const near = (text: string) =>
      /^[+-]/.test(text) ? String(Math.round(last * (1 + Number(text) / 100)) / 100) : text
    const prices = { price: near(each.price), stop: near(each.stop), profit: near(each.profit) }
    const typed = { ...each, ...prices, replaces: each.replaces && replacing(exitsBeside(each, desk)) }
    const read = readOrder(typed, { locale: 'en', scale: terms.scale, price: last, account })
    return read.status === 'ready' ? read.intents(`order-${desk.nextId}-${index}`) : []
  })
}

test('orders of a replay fill as in a backtest, also after a jump back and a reload', () => {
  const reasons = new Set<string>()
  const property = fc.property(minutesOf(200, 20), orders, fc.nat(200), (minutes, wanted, turn) => {
    const at = new Map<number, Intent[]>()
    const typed = new Map(wanted.map(({ index, acts }) => [index % minutes.length, acts]))
    const begin = minutes[0]?.openTime ?? 0
    let practice = openPractice({ capital, terms }, begin)
    /** Plays minutes from the time of the account. */
    const play = (to: number) => {
      for (const [index, minute] of minutes.slice(0, to).entries()) {
        const time = minute.openTime + minuteMs
        if (time <= practice.state.time) continue
        practice.advance(practice.needsMinutes ? [minute] : [], time, minute.close)
        const intents = at.get(time) ?? intentsOf(typed.get(index) ?? [], practice.state)
        if (intents.length > 0) practice.order(intents)
        at.set(time, intents)
      }
    }
    play(minutes.length)
    const tested = run({ setup: { capital, terms, playing: scripted(at) }, tf: 1, minutes: columnsOf(minutes) })
    const isEqual = () => {
      expect(practice.state.trades).toEqual(tested.fills)
      expect(practice.state.run.desk).toEqual(tested.state.desk)
    }
    isEqual()
    for (const { order } of tested.fills) reasons.add(order.reason)
    practice = openPractice({ capital, terms }, begin, JSON.parse(JSON.stringify(practice.save())))
    isEqual()
    const back = minutes[turn % minutes.length]?.openTime ?? 0
    practice.rewind(back)
    expect(practice.state.time).toBeLessThanOrEqual(back)
    const { time } = practice.state
    expect(practice.state.trades).toEqual(tested.fills.filter((fill) => fill.time < time))
    play(minutes.length)
    isEqual()
  })
  fc.assert(property)
  expect([...reasons].sort()).toEqual(['by-hand', 'stop-loss', 'take-profit', 'trailing-stop'])
})
