import { expect, test } from 'bun:test'
import { minuteOf } from '../../tests/doubles/feed.ts'
import { createBook } from './book.ts'
import type { MinuteUpdate } from './candle.ts'
import { createIntake } from './intake.ts'
import { minuteMs } from './timeframe.ts'

const asset = 'BTCUSDT'
const midnight = Date.UTC(2026, 5, 10)
/** Number of minutes in 49 hours */
const kept = 49 * 60

function start() {
  const book = createBook(asset)
  const [put, told, corrected]: [unknown[], number[][], number[][]] = [[], [], []]
  const number = (time: number) => (time - midnight) / minuteMs
  const intake = createIntake({
    books: {
      ...{ get: () => book, current: (_, tf) => book.current(tf), onTick: () => () => {}, onClose: () => () => {} },
      take: (_, minutes) => book.take(minutes).corrected,
      judge: (_, span) => void book.judge(span),
    },
    store: { put: ({ openTime }, isOver) => void put.push([number(openTime), isOver]) },
    teller: {
      minutes: (minutes: readonly MinuteUpdate[]) => void told.push(minutes.map(({ openTime }) => number(openTime))),
      missing: ({ from, to }) => void told.push([number(from), number(to)]),
    },
    announcements: { corrected: ({ from, to }) => void corrected.push([number(from), number(to)]) },
  })
  const at = (minute: number, high = 100) => minuteOf(asset, midnight + minute * minuteMs, 100, { high })
  return { intake, book, at, put, told, corrected }
}

test('minutes are stored, recent ones published, and changes of the past reported as corrections', () => {
  const { intake, at, put, told, corrected } = start()
  for (const minute of [0, 0, 1, -3, 1 - kept, -kept]) intake.update(at(minute))
  expect(put).toEqual([
    [0, false],
    [0, false],
    [1, false],
    [-3, true],
    [1 - kept, true],
    [-kept, true],
  ])
  expect(told).toEqual([[0], [0], [1], [-3], [1 - kept], []])
  expect(corrected).toEqual([
    [-3, -2],
    [1 - kept, 2 - kept],
    [-kept, 1 - kept],
  ])
  // A repeated minute changes nothing in the window.
  intake.update(at(1 - kept))
  expect(corrected).toHaveLength(3)
})

test('stored minutes and missing ones are only published', () => {
  const { intake, book, at, put, told } = start()
  intake.past(asset, [at(0), at(1), at(3)])
  intake.missing({ asset, from: midnight + 2 * minuteMs, to: midnight + 3 * minuteMs })
  expect([put, told]).toEqual([
    [],
    [
      [0, 1, 3],
      [2, 3],
    ],
  ])
  expect(book.current(1)?.openTime).toBe(midnight + 3 * minuteMs)
  expect(book.current(5)?.isClosed).toBe(false)
})
