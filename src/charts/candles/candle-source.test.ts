import { describe, expect, test } from 'bun:test'
import { until } from '../../../tests/until.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleRequest } from './candle-loader.ts'
import { createCandleSource } from './candle-source.ts'

const minute = 60_000
const candle = (index: number, close = 1): DecimalCandle => ({
  openTime: index * minute,
  open: 1,
  high: 2,
  low: 1,
  close,
  volume: 1,
})
const candlesBetween = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => candle(from + index))

interface Question {
  request: CandleRequest
  answer(candles: DecimalCandle[]): Promise<void>
  fail(): Promise<void>
}

/** Creates a candle source whose requests the test answers one by one. */
function someSource(brought: DecimalCandle[] = [], room?: number) {
  const questions: Question[] = []
  const changes: string[] = []
  const pauses: { ms: number; run: () => void }[] = []
  const source = createCandleSource({
    asset: 'BTCUSDT',
    tf: 1,
    candles: brought,
    ...(room !== undefined && { room: () => room }),
    fetchCandles: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<DecimalCandle[]>()
      const settled = promise.then(
        () => {},
        () => {},
      )
      questions.push({
        request,
        answer: (candles) => {
          resolve(candles)
          return settled
        },
        fail: () => {
          reject(new Error('no answer'))
          return settled
        },
      })
      return promise
    },
    after: (ms, run) => {
      const pause = { ms, run }
      pauses.push(pause)
      return () => void pauses.splice(pauses.indexOf(pause), 1)
    },
    onChange: (change) => changes.push(change),
  })
  const ask = (index: number) => {
    const question = questions[index]
    if (!question) throw new Error(`Only ${questions.length} questions were asked`)
    return question
  }
  const times = () => source.candles.map(({ openTime }) => openTime / minute)
  /** Runs the only pending timer and returns its delay, ms. */
  const pass = () => {
    const [pause, ...others] = pauses.splice(0)
    if (!pause || others.length > 0) throw new Error(`${others.length + (pause ? 1 : 0)} pauses`)
    pause.run()
    return pause.ms
  }
  return { source, questions, changes, pauses, ask, times, pass }
}

describe('the newest candles', () => {
  test('are fetched when the page brought none; a failed request can be retried', async () => {
    const { source, questions, ask, times } = someSource()
    expect(source.state.value.newest).toBe('loading')
    await ask(0).fail()
    expect(source.state.value.newest).toBe('failed')
    source.retry()
    expect(source.state.value.newest).toBe('loading')
    await ask(1).answer(candlesBetween(10, 13))
    expect(source.state.value.newest).toBe('ready')
    expect(times()).toEqual([10, 11, 12])
    expect(questions).toHaveLength(2)
  })

  test('are empty for an untraded asset until its first tick', async () => {
    const { source, ask, times } = someSource()
    await ask(0).answer([])
    expect(source.state.value.newest).toBe('empty')
    source.take(candle(5))
    expect(source.state.value.newest).toBe('ready')
    expect(times()).toEqual([5])
  })

  test('do not undo a tick that arrived before the response', async () => {
    const { source, ask } = someSource()
    source.take(candle(12, 7))
    expect(source.state.value.newest).toBe('loading')
    await ask(0).answer([candle(11), candle(12, 6)])
    expect(source.candles.map(({ close }) => close)).toEqual([1, 7])
  })
})

describe('a bounded window', () => {
  const wide = () => someSource(candlesBetween(1000, 1600), 800)

  test('drops the newest candles when older ones are loaded, and ticks then change nothing', async () => {
    const { source, ask, times, changes } = wide()
    source.loadOlder()
    await ask(0).answer(candlesBetween(500, 1000))
    expect([times()[0], times().at(-1), source.candles.length]).toEqual([500, 1299, 800])
    expect(source.isLive).toBe(false)
    changes.length = 0
    source.take(candle(1600))
    expect([changes, times().at(-1)]).toEqual([[], 1299])
  })

  test('fetches the newer candles again up to the current one, and drops the oldest', async () => {
    const { source, ask, times } = wide()
    source.loadOlder()
    await ask(0).answer(candlesBetween(500, 1000))
    source.loadNewer()
    source.loadNewer()
    expect(ask(1).request).toMatchObject({ from: 1299 * minute, limit: 500 })
    await ask(1).answer(candlesBetween(1299, 1602))
    expect([times()[0], times().at(-1), source.isLive]).toEqual([802, 1601, true])
    // Ticks between the request and its response were missed, so the last candle is fetched again.
    expect(ask(2).request.from).toBe(1299 * minute)
    source.take(candle(1602))
    expect(times().at(-1)).toBe(1602)
    source.loadOlder()
    expect(ask(3).request.to).toBe(802 * minute)
  })

  test('keeps corrections and holes within its ends', async () => {
    const { source, questions, ask, times } = wide()
    source.loadOlder()
    await ask(0).answer(candlesBetween(500, 1000))
    source.correct({ from: 1400 * minute, to: 1500 * minute })
    expect(questions).toHaveLength(1)
    source.renew()
    expect(ask(1).request).toMatchObject({ from: 500 * minute, to: 1299 * minute + 1 })
    await ask(1).answer(candlesBetween(490, 1310))
    expect([times()[0], times().at(-1)]).toEqual([500, 1299])
  })

  test('moves to a moment, and back to the newest candles', async () => {
    const { source, questions, ask, times, changes } = wide()
    const move = source.around(100 * minute)
    await until(() => questions.length === 1)
    await ask(0).answer(candlesBetween(0, 350))
    expect(await move).toEqual({ status: 'shown' })
    expect([times()[0], times().at(-1), source.isLive, changes.at(-1)]).toEqual([0, 349, false, 'moved'])
    expect(await source.around(200 * minute)).toEqual({ status: 'shown' })
    expect(questions).toHaveLength(1)
    const back = source.around()
    await until(() => questions.length === 2)
    await ask(1).answer(candlesBetween(1200, 1700))
    expect(await back).toEqual({ status: 'shown' })
    expect([times()[0], source.isLive]).toEqual([1200, true])
  })

  test('names the first candle when a moment is before it, and stays when a request fails', async () => {
    const { source, questions, ask, times } = wide()
    const early = source.around(100 * minute)
    await until(() => questions.length === 1)
    await ask(0).answer(candlesBetween(150, 340))
    await until(() => questions.length === 2)
    await ask(1).answer([candle(150)])
    expect(await early).toEqual({ status: 'before', first: 150 * minute })
    const failed = source.around(200 * minute)
    await until(() => questions.length === 3)
    await ask(2).fail()
    expect(await failed).toEqual({ status: 'failed' })
    expect([times()[0], source.isLive]).toEqual([1000, true])
  })
})

describe('older candles', () => {
  test('are requested once, however often the window moves', async () => {
    const { source, questions, ask, times } = someSource(candlesBetween(10, 13))
    for (let moves = 0; moves < 3; moves++) source.loadOlder()
    expect(questions.map(({ request }) => request.to)).toEqual([10 * minute])
    await ask(0).answer(candlesBetween(5, 10))
    expect(times()).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
    source.loadOlder()
    expect(ask(1).request.to).toBe(5 * minute)
    await ask(1).answer([])
    expect(source.state.value.older).toBe('exhausted')
    source.loadOlder()
    expect(questions).toHaveLength(2)
  })

  test('are requested again after a reconnect, even when the start was reached', async () => {
    const { source, questions, ask } = someSource(candlesBetween(10, 12))
    source.renew()
    source.loadOlder()
    await ask(1).answer([])
    expect(source.state.value.older).toBe('exhausted')
    await ask(0).answer(candlesBetween(11, 13))
    expect(source.state.value.older).toBe('loading')
    await ask(2).answer([])
    expect(source.state.value.older).toBe('exhausted')
    expect(questions).toHaveLength(3)
  })

  test('are not requested again after a failure until retried', async () => {
    const { source, questions, ask, times } = someSource(candlesBetween(10, 12))
    source.loadOlder()
    await ask(0).fail()
    expect(source.state.value.older).toBe('failed')
    source.loadOlder()
    expect(questions).toHaveLength(1)
    source.retry()
    await ask(1).answer([candle(9)])
    expect(times()).toEqual([9, 10, 11])
    expect(source.state.value.older).toBe('more')
  })
})

test('candles are whole when the market has none before them', async () => {
  const { source, ask, changes } = someSource()
  expect(source.isWhole).toBe(false)
  await ask(0).answer(candlesBetween(1000, 1500))
  expect(source.isWhole).toBe(false)
  source.loadOlder()
  await ask(1).answer(candlesBetween(500, 1000))
  expect(source.isWhole).toBe(false)
  source.loadOlder()
  await ask(2).answer([])
  expect(source.isWhole).toBe(true)
  // The last change is `all`, because indicator values that depend on all candles can be shown now.
  expect(changes).toEqual(['all', 'all', 'all'])
})

describe('ticks', () => {
  test('update the last candle, append the next one, and correct an earlier one', () => {
    const { source, changes, questions } = someSource(candlesBetween(10, 12))
    source.take(candle(11, 5))
    source.take(candle(12, 6))
    source.take(candle(10, 4))
    expect(source.candles.map(({ close }) => close)).toEqual([4, 5, 6])
    expect(changes).toEqual(['tail', 'tail', 'all'])
    expect(questions).toEqual([])
  })

  test('that leave a hole get it filled, without losing later ticks', async () => {
    const { source, ask, questions, times } = someSource(candlesBetween(10, 12))
    source.take(candle(15, 5))
    source.take(candle(15, 6))
    expect(questions).toHaveLength(1)
    expect(ask(0).request.from).toBe(11 * minute)
    await ask(0).answer(candlesBetween(11, 16))
    expect(source.candles.at(-1)?.close).toBe(6)
    expect(times()).toEqual([10, 11, 12, 13, 14, 15])
  })

  test('missed while disconnected are fetched with all candles that may have been corrected', async () => {
    const { source, ask, questions, times } = someSource(candlesBetween(10, 12))
    source.renew()
    expect(questions.map(({ request }) => request.from)).toEqual([10 * minute])
    await ask(0).answer(candlesBetween(10, 20))
    expect(times()).toEqual(Array.from({ length: 10 }, (_, index) => 10 + index))
  })
})

describe('a correction', () => {
  test('refetches the candles it touches and no others', async () => {
    const { source, ask, questions, changes } = someSource(candlesBetween(10, 20))
    source.correct({ from: 12 * minute, to: 14 * minute })
    expect(questions.map(({ request }) => [request.from, request.to])).toEqual([[12 * minute, 14 * minute]])
    await ask(0).answer([candle(12, 5), candle(13, 6)])
    expect(source.candles.map(({ close }) => close)).toEqual([1, 1, 5, 6, 1, 1, 1, 1, 1, 1])
    expect(changes).toEqual(['all'])
    expect(source.state.value.holes).toBe('whole')
    source.correct({ from: 2 * minute, to: 10 * minute })
    expect(questions).toHaveLength(1)
  })

  test('does not undo a candle that closed during the refetch', async () => {
    const { source, ask } = someSource(candlesBetween(10, 13))
    source.correct({ from: 11 * minute, to: 13 * minute })
    source.take(candle(12, 7))
    source.take(candle(13, 8))
    await ask(0).answer([candle(11, 5), candle(12, 6)])
    expect(source.candles.map(({ close }) => close)).toEqual([1, 5, 7, 8])
  })

  test('that arrives during a refetch of its candles refetches them again', async () => {
    const { source, ask, questions } = someSource(candlesBetween(10, 13))
    source.correct({ from: 11 * minute, to: 13 * minute })
    source.correct({ from: 11 * minute, to: 12 * minute })
    expect(questions).toHaveLength(1)
    await ask(0).answer([candle(11, 5), candle(12, 6)])
    expect(source.state.value.holes).toBe('filling')
    await ask(1).answer([candle(11, 9)])
    expect(source.candles.map(({ close }) => close)).toEqual([1, 9, 6])
    source.loadOlder()
    source.correct({ from: 8 * minute, to: 9 * minute })
    await ask(2).answer(candlesBetween(5, 10))
    expect(ask(3).request).toMatchObject({ from: 8 * minute, to: 9 * minute })
  })

  test('of candles before the first one requests older candles again', async () => {
    const { source, ask, times } = someSource(candlesBetween(10, 12))
    source.loadOlder()
    await ask(0).answer([])
    expect(source.state.value.older).toBe('exhausted')
    source.correct({ from: 5 * minute, to: 9 * minute })
    await ask(1).answer(candlesBetween(5, 9))
    expect(times()).toEqual([5, 6, 7, 8, 10, 11])
  })
})

describe('a hole whose candles could not be fetched', () => {
  test('is reported and retried with growing delays until it is filled', async () => {
    const { source, ask, pass, pauses, times } = someSource(candlesBetween(10, 12))
    source.take(candle(15))
    const waits = []
    for (let tries = 0; tries < 7; tries++) {
      await ask(tries).fail()
      expect(source.state.value.holes).toBe('failed')
      waits.push(pass())
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    await ask(7).answer(candlesBetween(11, 16))
    expect(source.state.value.holes).toBe('whole')
    expect(times()).toEqual([10, 11, 12, 13, 14, 15])
    expect(pauses).toEqual([])
    source.correct({ from: 10 * minute, to: 11 * minute })
    await ask(8).fail()
    expect(pass()).toBe(1000)
  })

  test('is retried at once after a reconnect or on demand', async () => {
    for (const act of ['renew', 'retry'] as const) {
      const { source, ask, questions, pauses } = someSource(candlesBetween(10, 12))
      source.take(candle(15))
      await ask(0).fail()
      source.correct({ from: 10 * minute, to: 11 * minute })
      expect(questions).toHaveLength(1)
      source[act]()
      expect(questions).toHaveLength(2)
      expect(ask(1).request.from).toBe(10 * minute)
      expect(pauses).toEqual([])
    }
  })

  test('is not retried after the source is disposed', async () => {
    const { source, ask, pauses } = someSource(candlesBetween(10, 12))
    source.take(candle(15))
    await ask(0).fail()
    source.dispose()
    expect(pauses).toEqual([])
  })
})

test('a disposed source ignores late responses', async () => {
  const { source, ask, changes } = someSource()
  source.dispose()
  await ask(0).answer(candlesBetween(1, 3))
  expect(changes).toEqual([])
  expect(source.candles).toEqual([])
})
