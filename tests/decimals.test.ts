import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { readMessage } from '../src/market/feed/binance/messages.ts'
import { defaultInstruments, type Instrument } from '../src/market/instrument.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { createTestFeed, minuteOf } from './doubles/feed.ts'
import { runsOf } from './property-runs.ts'
import { createTestSite, type TestSite } from './site.ts'
import { until } from './until.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 30, 20)
const first = Date.UTC(2026, 5, 10, 0, 0)
const feed = createTestFeed()
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ feed, now: () => now })
  await until(() => !site.market.state().isBackfilling)
  // Publishes a newer minute, so that the requested candle is a past one: the current candle would be answered from
  // memory.
  for (const { asset } of defaultInstruments) feed.emit(minuteOf(asset, first + minuteMs, 1))
})
afterAll(() => site.close())

interface Texts {
  prices: string[]
  volume: string
}

/**
 * Generates decimals as the exchange writes them: eight digits after the point with trailing zeros; low, open, close,
 * high.
 */
const textsOf = ({ priceDigits, volumeDigits }: Instrument): fc.Arbitrary<Texts> => {
  const decimal = (whole: number, digits: number) => {
    const text = String(whole).padStart(digits + 1, '0')
    const point = text.length - digits
    return `${text.slice(0, point)}.${text.slice(point).padEnd(8, '0')}`
  }
  const price = fc.integer({ min: 1, max: 999_999_999_999_999 })
  return fc.record({
    prices: fc
      .array(price, { minLength: 4, maxLength: 4 })
      .map((wholes) => wholes.toSorted((a, b) => a - b).map((whole) => decimal(whole, priceDigits))),
    volume: fc.integer({ min: 0, max: 6_000_000_000_000 }).map((whole) => decimal(whole, volumeDigits)),
  })
}

const plain = (text: string) => text.replace(/0+$/, '').replace(/\.$/, '')

/** Returns the numbers of the answer's first row as they are written there, without exponents. */
async function told(asset: string): Promise<string[]> {
  const query = `asset=${asset}&tf=1&from=${first}&to=${first + minuteMs}`
  const body = await site.read(`/api/market/candles?${query}`)
  const numbers = /^\[\[([^\]]*)\]/.exec(body)?.[1]?.split(',').slice(1) ?? []
  return numbers.map((number) => (number.includes('e') ? plain(Number(number).toFixed(8)) : number))
}

test('a decimal of the exchange is the same in the database and in the answer', async () => {
  let messages = 0
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...defaultInstruments)
        .chain((instrument) => textsOf(instrument).map((texts) => ({ instrument, ...texts }))),
      async ({ instrument, prices: [l = '', o = '', c = '', h = ''], volume }) => {
        const { asset } = instrument
        const k = { t: first, i: '1m', o, h, l, c, v: volume, x: true }
        const message = JSON.stringify({ e: 'kline', E: first + minuteMs + ++messages, s: asset, k })
        const read = readMessage(message, () => instrument)
        if (read.kind !== 'update') throw new Error(`It is ${read.kind}: ${message}`)
        feed.emit({ ...read.update, time: first + minuteMs + messages })
        expect(await told(asset)).toEqual([o, h, l, c, volume].map(plain))
      },
    ),
    { numRuns: runsOf(200) },
  )
})
