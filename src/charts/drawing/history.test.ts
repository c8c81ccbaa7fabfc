import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Drawing } from './drawing.ts'
import { applied, emptyHistory, type History, record, redo, undo } from './history.ts'
import { measure, measureText } from './texts.ts'

function line(id: string, price: number): Drawing {
  return {
    id,
    kind: 'line',
    points: [
      [0, 0],
      [60_000, price],
    ],
    color: '#1bc7b1',
  }
}

/** Generates user actions: each puts a drawing with a price under one of a few IDs, or removes it. */
const steps = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), price: fc.option(fc.nat(100), { nil: undefined }) }),
  { maxLength: 60 },
)

interface Desk {
  drawings: readonly Drawing[]
  history: History
}

function work(desk: Desk, { id, price }: { id: string; price: number | undefined }): Desk {
  const before = desk.drawings.find((drawing) => drawing.id === id)
  const change = { id, before, after: price === undefined ? undefined : line(id, price) }
  return { drawings: applied(desk.drawings, change), history: record(desk.history, change) }
}

/** Sorts drawings by ID, because a drawing that was restored is last in the list. */
const sorted = (drawings: readonly Drawing[]) => [...drawings].sort((a, b) => a.id.localeCompare(b.id))

test('undoing everything leads to the start, redoing everything to the end', () => {
  fc.assert(
    fc.property(steps, (made) => {
      const end = made.reduce(work, { drawings: [], history: emptyHistory })
      let { drawings, history } = end
      for (let step = undo(history); step; step = undo(history)) {
        drawings = applied(drawings, step.change)
        history = step.history
      }
      expect(drawings).toEqual([])
      for (let step = redo(history); step; step = redo(history)) {
        drawings = applied(drawings, step.change)
        history = step.history
      }
      expect(sorted(drawings)).toEqual(sorted(end.drawings))
      expect(history).toEqual(end.history)
    }),
  )
})

test('a new step clears the redo history', () => {
  const first = record(emptyHistory, { id: 'a', before: undefined, after: line('a', 1) })
  const back = undo(first)
  expect(redo(back?.history ?? emptyHistory)?.change.after).toEqual(line('a', 1))
  const other = record(back?.history ?? emptyHistory, { id: 'b', before: undefined, after: line('b', 2) })
  expect(redo(other)).toBeUndefined()
})

test('consecutive nudges are one step; other steps separate them', () => {
  const nudge = (history: History, from: number, to: number) =>
    record(history, { id: 'a', before: line('a', from), after: line('a', to), part: 'nudge' })
  const made = record(emptyHistory, { id: 'a', before: undefined, after: line('a', 1) })
  const nudged = nudge(nudge(nudge(made, 1, 2), 2, 3), 3, 4)
  expect(nudged.past).toHaveLength(2)
  expect(undo(nudged)?.change.after).toEqual(line('a', 1))
  const coloured = record(nudged, { id: 'a', before: line('a', 4), after: line('a', 4), part: 'colour' })
  expect(nudge(coloured, 4, 5).past).toHaveLength(4)
  const back = undo(nudged)?.history ?? emptyHistory
  expect(nudge(back, 1, 9).past).toHaveLength(2)
})

test('a hundred steps are remembered', () => {
  let history = emptyHistory
  for (let price = 0; price < 150; price++)
    history = record(history, { id: 'a', before: undefined, after: line('a', price) })
  expect(history.past).toHaveLength(100)
  expect(history.past.at(-1)?.after).toEqual(line('a', 149))
})

test('a measure shows prices, percent, candles and time in both languages', () => {
  const placeOf = (time: number) => time / 3_600_000
  const drawing: Drawing = {
    ...line('a', 0),
    kind: 'measure',
    points: [
      [0, 2000],
      [26 * 3_600_000, 2050],
    ],
  }
  const measured = measure(drawing, placeOf)
  expect(measured).toEqual({ change: 50, percent: 2.5, bars: 26, ms: 26 * 3_600_000 })
  expect(measureText(measured, { language: 'ru-RU', priceDigits: 2, bars: 'Свечи' })).toEqual([
    '+50,00 (+2,50\u00a0%)',
    'Свечи: 26 · 1 дн. 2 ч',
  ])
  expect(measureText(measured, { language: 'en-US', priceDigits: 1, bars: 'Candles' })).toEqual([
    '+50.0 (+2.50%)',
    'Candles: 26 · 1 day 2 hr',
  ])
  const back = measure(
    {
      ...drawing,
      points: [
        [7_200_000, 0],
        [3_600_000, -5],
      ],
    },
    placeOf,
  )
  expect(measureText(back, { language: 'en-US', priceDigits: 0, bars: 'Candles' })).toEqual([
    '−5',
    'Candles: −1 · −1 hr',
  ])
})
