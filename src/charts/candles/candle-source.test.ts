import { describe, expect, test } from 'bun:test'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleRequest, createCandleSource } from './candle-source.ts'

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

/** A source whose questions wait for the test's answers. */
function someSource(brought: DecimalCandle[] = []) {
  const questions: Question[] = []
  const changes: string[] = []
  const source = createCandleSource({
    asset: 'BTCUSDT',
    tf: 1,
    candles: brought,
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
    onChange: (change) => changes.push(change),
  })
  const ask = (index: number) => {
    const question = questions[index]
    if (!question) throw new Error(`Only ${questions.length} questions were asked`)
    return question
  }
  const times = () => source.candles.map(({ openTime }) => openTime / minute)
  return { source, questions, changes, ask, times }
}

describe('the newest candles', () => {
  test('are asked for when the page has brought none; a failure can be tried again', async () => {
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

  test('of an asset without any are none, until its first tick', async () => {
    const { source, ask, times } = someSource()
    await ask(0).answer([])
    expect(source.state.value.newest).toBe('empty')
    source.take(candle(5))
    expect(source.state.value.newest).toBe('ready')
    expect(times()).toEqual([5])
  })

  test('do not undo a tick that was faster', async () => {
    const { source, ask } = someSource()
    source.take(candle(12, 7))
    expect(source.state.value.newest).toBe('loading')
    await ask(0).answer([candle(11), candle(12, 6)])
    expect(source.candles.map(({ close }) => close)).toEqual([1, 7])
  })
})

describe('history', () => {
  test('is asked for once, however often the window moves', async () => {
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

  test('that had ended is asked for again with what was missed, and ends again', async () => {
    const { source, questions, ask } = someSource(candlesBetween(10, 12))
    source.fill()
    source.loadOlder()
    await ask(1).answer([])
    expect(source.state.value.older).toBe('exhausted')
    await ask(0).answer(candlesBetween(11, 13))
    expect(source.state.value.older).toBe('loading')
    await ask(2).answer([])
    expect(source.state.value.older).toBe('exhausted')
    expect(questions).toHaveLength(3)
  })

  test('that failed waits for whoever wants it again', async () => {
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

describe('ticks', () => {
  test('move the last candle, add the next one, and put an earlier one right', () => {
    const { source, changes, questions } = someSource(candlesBetween(10, 12))
    source.take(candle(11, 5))
    source.take(candle(12, 6))
    source.take(candle(10, 4))
    expect(source.candles.map(({ close }) => close)).toEqual([4, 5, 6])
    expect(changes).toEqual(['tail', 'tail', 'all'])
    expect(questions).toEqual([])
  })

  test('that leave a hole have it filled, without losing what came meanwhile', async () => {
    const { source, ask, questions, times } = someSource(candlesBetween(10, 12))
    source.take(candle(15, 5))
    source.take(candle(15, 6))
    expect(questions).toHaveLength(1)
    expect(ask(0).request.from).toBe(11 * minute)
    await ask(0).answer(candlesBetween(11, 16))
    expect(source.candles.at(-1)?.close).toBe(6)
    expect(times()).toEqual([10, 11, 12, 13, 14, 15])
  })

  test('missed while the connection was lost are asked for from the last candle on', async () => {
    const { source, ask, questions, times } = someSource(candlesBetween(10, 12))
    source.fill()
    source.fill()
    expect(questions.map(({ request }) => request.from)).toEqual([11 * minute])
    await ask(0).answer(candlesBetween(11, 20))
    expect(times()).toEqual(Array.from({ length: 10 }, (_, index) => 10 + index))
  })
})

test('a source that is gone changes nothing any more', async () => {
  const { source, ask, changes } = someSource()
  source.dispose()
  await ask(0).answer(candlesBetween(1, 3))
  expect(changes).toEqual([])
  expect(source.candles).toEqual([])
})
