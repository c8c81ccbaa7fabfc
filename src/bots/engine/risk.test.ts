import { expect, test } from 'bun:test'
import { columnsOf, minute, play, run, start, termsOf } from '../../../tests/bot-runs.ts'
import { wholeMoney } from './money.ts'

const flat = Array.from({ length: 5 }, (_, n) => minute(start + n * 60_000, [2000, 2000, 2000, 2000]))

test.each([1, 3, 5])('no more than %d orders wait at the same time', (maxOrders) => {
  const playing = play('grid', { lower: 15, upper: 24, levels: 12, spacing: 'arithmetic', trailing: false })
  const setup = { capital: wholeMoney(1000 * 1e8), terms: termsOf(), risk: { maxOrders }, playing }
  const { state, log } = run({ setup, tf: 1, minutes: columnsOf(flat) })
  expect(state.desk.orders).toHaveLength(maxOrders)
  const dropped = log.flatMap((entry) => (entry.kind === 'decision' ? entry.dropped : []))
  expect(new Set(dropped.map(({ why }) => why))).toEqual(new Set(['too-many-orders']))
})
