import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { columnsOf, minutesOf, run, termsOf } from '../../../tests/bot-runs.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Intent } from '../engine/order.ts'
import type { BoundStrategy } from '../engine/strategy.ts'
import { manualTerms } from '../paper/manual-terms.ts'
import { openPractice } from './practice-account.ts'

const terms = termsOf(manualTerms)
const capital = wholeMoney(10_000 * 1e8)

const price = fc.integer({ min: 1, max: 20_000 }).map(wholeUnits)
const quantity = fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 5000 }).map(wholeUnits))
const name = fc.constantFrom('a', 'b', 'c')
const reason = fc.constant('by-hand')
const bracket = fc.option(fc.record({ stop: price, profit: price }), { nil: undefined })

const intent: fc.Arbitrary<Intent> = fc.oneof(
  fc.record({
    act: fc.constant('buy' as const),
    spend: fc.integer({ min: 1e8, max: 1e12 }).map(wholeMoney),
    name,
    reason,
    bracket,
  }),
  fc.record({ act: fc.constant('sell' as const), quantity, name, reason }),
  fc.record({
    act: fc.constantFrom('limit' as const, 'stop' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    price,
    quantity: fc.integer({ min: 1, max: 5000 }).map(wholeUnits),
    name,
    reason,
  }),
  fc.record({ act: fc.constant('cancel' as const), name: fc.constantFrom('a', 'b', 'all' as const) }),
)

const orders = fc.array(fc.record({ index: fc.nat(200), intents: fc.array(intent, { minLength: 1, maxLength: 3 }) }), {
  maxLength: 12,
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

test('orders of a replay fill as those of a strategy in a backtest, and a jump back undoes them', () => {
  const property = fc.property(minutesOf(200, 20), orders, fc.nat(200), (minutes, wanted, turn) => {
    const at = new Map<number, Intent[]>()
    for (const { index, intents } of wanted) {
      const minute = minutes[index % minutes.length]
      if (minute) at.set(minute.openTime + minuteMs, intents)
    }
    const tested = run({ setup: { capital, terms, playing: scripted(at) }, tf: 1, minutes: columnsOf(minutes) })
    const practice = openPractice({ capital, terms }, minutes[0]?.openTime ?? 0)
    const play = (from: number, to: number) => {
      for (const minute of minutes.slice(from, to)) {
        const time = minute.openTime + minuteMs
        practice.advance(practice.needsMinutes ? [minute] : [], time)
        const intents = at.get(time)
        if (intents) practice.order(intents)
      }
    }
    play(0, minutes.length)
    expect(practice.state.trades).toEqual(tested.fills)
    expect(practice.state.run.desk).toEqual(tested.state.desk)
    const back = turn % minutes.length
    practice.rewind(minutes[back]?.openTime ?? 0)
    const kept = tested.fills.filter(({ time }) => time < (minutes[back]?.openTime ?? 0))
    expect(practice.state.trades).toEqual(kept)
    play(back, minutes.length)
    expect(practice.state.trades).toEqual(tested.fills)
    expect(practice.state.run.desk).toEqual(tested.state.desk)
  })
  fc.assert(property)
})
