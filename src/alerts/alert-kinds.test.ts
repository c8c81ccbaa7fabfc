import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { createMarket, start } from '../../tests/alert-watching.ts'
import { unitsOf } from '../../tests/doubles/feed.ts'
import { createRsi } from '../indicators/rsi.ts'
import type { DecimalCandle } from '../market/candle.ts'
import { defaultInstruments } from '../market/instrument.ts'
import { minuteMs } from '../market/timeframe.ts'
import { onceWithoutEnd, type PriceAlert } from './alert.ts'
import { type AlertRule, ruleOf, storedRule } from './alert-rule.ts'
import { createReferences } from './references.ts'
import { createTriggerFinder } from './trigger-finder.ts'
import { createWaitingAlerts } from './waiting-alerts.ts'

setDefaultTimeout(60_000)

const end = start + 3000 * minuteMs
const asset = 'BTCUSDT'
const { priceDigits = 2 } = defaultInstruments.find((each) => each.asset === asset) ?? {}

const step = fc.record({ move: fc.integer({ min: -9, max: 9 }), up: fc.nat(5), down: fc.nat(5), skip: fc.nat(3) })
const walk = fc.array(step, { minLength: 1, maxLength: 200 }).map((steps) => {
  let [close, openTime] = [100, start - 60 * minuteMs]
  return steps.map(({ move, up, down, skip }): DecimalCandle => {
    const open = close
    close = Math.max(1, close + move)
    openTime += minuteMs * (1 + skip)
    const [high, low] = [Math.max(open, close) + up, Math.max(1, Math.min(open, close) - down)]
    return { openTime, open, high, low, close, volume: 1 }
  })
})

const price = fc.integer({ min: 60, max: 140 })
const range = fc.tuple(price, fc.integer({ min: 1, max: 40 }))
const rules: fc.Arbitrary<AlertRule> = fc.oneof(
  price.filter((value) => value !== 100).map((value) => ({ kind: 'level' as const, value, basePrice: 100 })),
  range.map(([value, size]) => ({ kind: 'enter' as const, value, high: value + size })),
  range.map(([value, size]) => ({ kind: 'leave' as const, value, high: value + size })),
  fc.record({
    kind: fc.constant('change' as const),
    value: fc.constantFrom(-20, -7, 3, 15),
    minutes: fc.integer({ min: 1, max: 90 }),
  }),
  fc.tuple(price, price, fc.boolean()).map(([from, to, isAbove]) => ({
    kind: 'line' as const,
    from: { time: start, price: from },
    to: { time: start + 100 * minuteMs, price: to },
    isAbove,
  })),
)

interface Truth {
  isTouched: boolean
  isTrue: boolean
}

/** Decides each kind by its own arithmetic; returns undefined where a change has no price to be measured from. */
function truthOf(
  rule: AlertRule,
  candles: readonly DecimalCandle[],
  now: DecimalCandle,
  known: DecimalCandle,
): Truth | undefined {
  const decide = (isIn: (price: number) => boolean): Truth => {
    const prices = Array.from({ length: known.high - known.low + 1 }, (_, index) => known.low + index)
    return { isTouched: prices.some(isIn), isTrue: isIn(now.close) }
  }
  switch (rule.kind) {
    case 'level':
      return decide((each) => (rule.value > rule.basePrice ? each >= rule.value : each <= rule.value))
    case 'enter':
      return decide((each) => each >= rule.value && each <= rule.high)
    case 'leave':
      return decide((each) => each < rule.value || each > rule.high)
    case 'change': {
      const due = now.openTime - rule.minutes * minuteMs
      const reference = candles.findLast(({ openTime }) => openTime <= due && openTime > due - 60 * minuteMs)?.close
      if (reference === undefined) return undefined
      const percent = (each: number) => ((each - reference) * 100) / reference
      // Targets are whole cents.
      const slack = 50.1 / reference / 100
      return decide((each) =>
        rule.value > 0 ? percent(each) >= rule.value - slack : percent(each) <= rule.value + slack,
      )
    }
    case 'line': {
      const slope = (rule.to.price - rule.from.price) / 100
      const line = Math.round((rule.from.price + (slope * (now.openTime - rule.from.time)) / minuteMs) * 100) / 100
      return decide((each) => (rule.isAbove ? each >= line : each <= line))
    }
    default:
      return undefined
  }
}

interface Begin {
  since: number
  wasTrue: boolean
  quietUntil: number
}

/** Walks over all minutes, one after another. */
function firstFiring(rule: AlertRule, candles: readonly DecimalCandle[], begin: Begin): number | undefined {
  let { wasTrue } = begin
  for (const candle of candles) {
    const at = candle.openTime + minuteMs
    if (at <= begin.since) continue
    const whole = candle.openTime > begin.since
    const known = whole ? candle : { ...candle, low: candle.close, high: candle.close }
    const truth = truthOf(rule, candles, candle, known)
    if (!truth) continue
    if (!wasTrue && truth.isTouched && at >= begin.quietUntil) return at
    wasTrue = truth.isTrue
  }
  return undefined
}

const begins = fc.record({ since: fc.nat(100 * minuteMs), wasTrue: fc.boolean(), quiet: fc.nat(60) }).map(
  ({ since, wasTrue, quiet }): Begin => ({
    since: start + since,
    wasTrue,
    quietUntil: wasTrue ? start + since + quiet * minuteMs : 0,
  }),
)

test('stored candles fire every kind in the minute that a plain walk over the minutes finds', async () => {
  await fc.assert(
    fc.asyncProperty(rules, walk, begins, async (rule, candles, begin) => {
      const find = createTriggerFinder(createMarket(candles).market, end)
      const found = await find({ asset, rule, instrument: { priceDigits, volumeDigits: 5 }, ...begin })
      expect(found?.at).toBe(firstFiring(rule, candles, begin))
    }),
  )
})

test('ticks fire every kind in the same minutes, again and again after the pause', () => {
  fc.assert(
    fc.property(rules, walk, fc.integer({ min: 1, max: 30 }), (rule, candles, pause) => {
      const instrumentOf = () => defaultInstruments.find((each) => each.asset === asset)
      const closeBefore = ({ openTime }: { openTime: number }, minutes: number) => {
        const due = openTime - minutes * minuteMs
        const found = candles.findLast((each) => each.openTime <= due && each.openTime > due - 60 * minuteMs)
        return found && unitsOf({ ...found, asset }).close
      }
      const waiting = createWaitingAlerts(instrumentOf, { record: () => undefined, closeBefore })
      const stored = { ...storedRule(rule, 100), ...onceWithoutEnd, pauseMs: pause * minuteMs }
      const base = {
        id: 'a',
        userId: 'u',
        asset,
        note: '',
        createdAt: start - 1,
        firedAt: null,
        firedPrice: null,
        seenAt: null,
      }
      let alert: PriceAlert = { ...base, ...stored }
      waiting.add(alert)
      const fired: number[] = []
      const later = candles.filter(({ openTime }) => openTime >= start)
      for (const candle of later) {
        const at = candle.openTime + minuteMs
        const tick = unitsOf({ ...candle, asset, tf: 1, isClosed: true, time: at } as const)
        for (const _ of waiting.reachedBy(tick, { at, isLate: false })) {
          fired.push(at)
          alert = { ...alert, resumesAt: at + pause * minuteMs }
          waiting.add(alert, {
            wasTrue: truthOf(rule, candles, candle, candle)?.isTrue ?? true,
            quietUntil: at + pause * minuteMs,
          })
        }
      }
      const expected: number[] = []
      let begin: Begin = { since: start - 1, wasTrue: false, quietUntil: 0 }
      for (;;) {
        const at = firstFiring(rule, candles, begin)
        if (at === undefined) break
        expected.push(at)
        const last = candles.find(({ openTime }) => openTime === at - minuteMs)
        const wasTrue = last ? (truthOf(rule, candles, last, last)?.isTrue ?? true) : true
        begin = { since: at, wasTrue, quietUntil: at + pause * minuteMs }
      }
      expect(fired).toEqual(expected)
    }),
  )
})

test('an indicator fires at the first settled close at which it crosses its value', async () => {
  const value = fc.integer({ min: 20, max: 80 })
  await fc.assert(
    fc.asyncProperty(walk, value, fc.boolean(), fc.nat(150), async (candles, threshold, isAbove, after) => {
      const rule = { kind: 'indicator', value: threshold, tf: 5, indicator: 'rsi:3', isAbove } as const
      const since = start + after * minuteMs
      const { market } = createMarket(candles)
      const closes = await market.closes(asset, 5, 0, 1000)
      const rsi = createRsi(3)
      const values = closes.map(({ close }) => rsi.close(close / 10 ** priceDigits)[0])
      const isTrue = (each: number) => (isAbove ? each >= threshold : each <= threshold)
      const index = values.findIndex((each, at) => {
        const former = values[at - 1]
        const ends = (closes[at]?.openTime ?? 0) + 5 * minuteMs
        return each !== undefined && former !== undefined && ends > since && isTrue(each) && !isTrue(former)
      })
      const find = createTriggerFinder(market, end)
      const found = await find({
        asset,
        rule,
        instrument: { priceDigits, volumeDigits: 5 },
        since,
        wasTrue: false,
        quietUntil: 0,
      })
      expect(found?.at).toBe(index < 0 ? undefined : (closes[index]?.openTime ?? 0) + 5 * minuteMs)
    }),
  )
})

test('a stored rule is read as it was written, and an unknown one is left alone', () => {
  fc.assert(fc.property(rules, (rule) => expect(ruleOf(storedRule(rule, 100))).toEqual(rule)))
  expect(ruleOf({ kind: 'line', value: 1, basePrice: 1, details: '{"from":' })).toBeUndefined()
  expect(ruleOf({ kind: 'change', value: 1, basePrice: 1, details: null })).toBeUndefined()
})

test('closes that changes are measured from are kept for 26 hours at most', async () => {
  const { market } = createMarket()
  const references = createReferences(market)
  const minutes = 3000
  const tickAt = (minute: number) => {
    const prices = { open: 1, high: 1, low: 1, close: 1 + minute, volume: 1 }
    const openTime = start + minute * minuteMs
    return unitsOf({ ...prices, openTime, asset, tf: 1, isClosed: true, time: openTime } as const)
  }
  await references.load([asset])
  for (let minute = 0; minute < minutes; minute++) references.record(tickAt(minute))
  const last = tickAt(minutes - 1)
  expect(references.closeBefore(last, 1440)).toBe(tickAt(minutes - 1441).close)
  expect(references.closeBefore(last, 26 * 60)).toBeUndefined()
})
