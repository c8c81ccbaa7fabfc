import { expect, test } from 'bun:test'
import { noCosts, termsOf } from '../../../tests/bot-runs.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Setup } from '../engine/run-state.ts'
import { openRun } from '../engine/step.ts'
import type { BoundStrategy } from '../engine/strategy.ts'
import { createRunRecord } from './bot-run.ts'

const price = wholeUnits(100)
const candle = { openTime: 0, open: price, high: price, low: price, close: price, volume: wholeUnits(1) }

/** A strategy that buys once and remembers its purchase. */
const buysOnce: BoundStrategy = {
  id: 'buys-once',
  warmUp: 0,
  begin: () => 'fresh',
  watch: () => () => ({}),
  onClose: () => ({ memory: 'bought', intents: [{ act: 'buy', spend: 'all', reason: 'test' }] }),
  onFills: (memory) => ({ memory, intents: [] }),
}
const setup: Setup = { capital: wholeMoney(1e11), terms: termsOf({ costs: noCosts }), playing: buysOnce }

function openRecord() {
  const record = createRunRecord(setup, openRun(setup))
  record.apply({ kind: 'minute', minute: candle }, 0)
  return record
}

test('another revision starts with no memory and no orders, and its minute is recorded', () => {
  const record = openRecord()
  record.apply({ kind: 'close', candle, signals: {}, time: minuteMs }, 0)
  expect(record.state).toMatchObject({ memory: 'bought', desk: { orders: [{ side: 'buy' }] } })
  record.switchTo(2, setup)
  expect(record.state).toMatchObject({ memory: 'fresh', desk: { orders: [] } })
  expect(record.take().played).toEqual([{ revision: 2, after: 0 }])
  expect(record.take().played).toEqual([])
})

test('a correction is logged only for candles that the bot has processed', () => {
  const record = openRecord()
  record.correct(-minuteMs, 10 * minuteMs)
  record.correct(minuteMs, 2 * minuteMs)
  expect(record.take().log).toEqual([
    { time: 0, entry: { kind: 'corrected', time: minuteMs, from: -minuteMs, to: minuteMs } },
  ])
})
