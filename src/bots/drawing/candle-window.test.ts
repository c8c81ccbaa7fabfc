import { afterEach, expect, spyOn, test } from 'bun:test'
import { minuteMs } from '../../market/timeframe.ts'
import { createCandleWindow } from './marked-chart.ts'

const from = Date.UTC(2026, 0, 5)
const at = (n: number) => from + n * 5 * minuteMs
const restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores.splice(0)) restore()
})

function answerWith(answer: (url: unknown) => Promise<Response>) {
  const fetching = spyOn(globalThis, 'fetch').mockImplementation(Object.assign(answer, { preconnect: () => {} }))
  restores.push(() => fetching.mockRestore())
}

/** Answers requests with all candles of five minutes. Records requests as candle numbers since the beginning. */
function answering() {
  const asked: [first: number, end: number][] = []
  answerWith(async (url) => {
    const query = new URL(String(url), 'http://localhost').searchParams
    const [first, end] = ['from', 'to'].map((name) => (Number(query.get(name)) - from) / (5 * minuteMs))
    asked.push([first ?? 0, end ?? 0])
    const count = Math.min(Number(query.get('limit')), Math.ceil((end ?? 0) - (first ?? 0)))
    return Response.json(Array.from({ length: count }, (_, n) => [at((first ?? 0) + n), 1, 1, 1, 1, 1]))
  })
  return asked
}
const open = (end: number) => createCandleWindow({ asset: 'BTCUSDT', tf: 5, from: from + minuteMs, to: at(end) })

test.each([
  ['amid a span', 2000, [1500, 2500]],
  ['near its beginning', 100, [0, 1000]],
  ['near its end', 4990, [4000, 5000]],
])('a thousand candles around a point in time are requested: %s', async (_, moment, span) => {
  const asked = answering()
  const candles = await open(5000).around(at(moment) + minuteMs)
  expect(asked).toEqual([[span[0] ?? 0, span[1] ?? 0]])
  expect(candles).toHaveLength(1000)
})

test('neighboring candles are loaded by five hundred, up to the ends of the span', async () => {
  const asked = answering()
  const candles = open(2700)
  await candles.around(at(1200))
  expect((await candles.newer())?.length).toBe(1500)
  expect((await candles.older())?.length).toBe(2000)
  await candles.newer()
  await candles.older()
  expect(asked).toEqual([
    [700, 1700],
    [1700, 2200],
    [200, 700],
    [2200, 2700],
    [0, 200],
  ])
  expect([await candles.newer(), await candles.older()]).toEqual([undefined, undefined])
  expect(asked).toHaveLength(5)
})

test('only one request runs at a time, and a failed one keeps the loaded candles', async () => {
  const asked = answering()
  const reported = spyOn(globalThis, 'reportError').mockImplementation(() => {})
  restores.push(() => reported.mockRestore())
  const candles = open(5000)
  await candles.around(at(2000))
  const both = await Promise.all([candles.older(), candles.newer()])
  expect(both.map((page) => page?.length)).toEqual([1500, undefined])
  expect(asked).toHaveLength(2)
  answerWith(async () => new Response('', { status: 500 }))
  expect(await candles.newer()).toBeUndefined()
  expect(reported).toHaveBeenCalledTimes(1)
  answering()
  expect((await candles.newer())?.length).toBe(2000)
})
