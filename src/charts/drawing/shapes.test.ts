import { describe, expect, test } from 'bun:test'
import type { Drawing, DrawingKind, Point } from './drawing.ts'
import type { Projection } from './projection.ts'
import { isInSight, shapesOf } from './shapes.ts'

/** Projection in which one px is a second and a unit of price; prices grow upwards. */
const projection: Projection = {
  xOf: (time) => time / 1000,
  timeOf: (x) => x * 1000,
  yOf: (price) => 400 - price,
  priceOf: (y) => 400 - y,
  width: 800,
  height: 400,
}
const texts = {
  price: (value: number) => `at ${value}`,
  time: (ms: number) => `at ${ms} ms`,
  measure: () => ['+1', 'Candles: 2'],
  position: () => ({ target: 'Target', stop: 'Stop', ratio: '1 : 2' }),
}

function drawing(kind: DrawingKind, from: Point, to: Point): Drawing {
  return { id: 'one', kind, color: '#1bc7b1', points: [from, to] }
}

const kinds = (shapes: ReturnType<typeof shapesOf>) => shapes.map(({ type }) => type)

describe('a drawing on the screen', () => {
  test('has handles while selected', () => {
    const box = drawing('rectangle', [100_000, 300], [200_000, 100])
    expect(shapesOf(box, projection, texts, false)).toEqual([{ type: 'box', x: 100, y: 100, width: 100, height: 200 }])
    expect(kinds(shapesOf(box, projection, texts, true))).toEqual(['box', 'handle', 'handle', 'handle', 'handle'])
  })

  test('spans the chart as a level, with its price', () => {
    const level = drawing('level', [100_000, 250], [100_000, 250])
    expect(shapesOf(level, projection, texts, false)).toEqual([
      { type: 'line', from: { x: 0, y: 150 }, to: { x: 800, y: 150 } },
      { type: 'text', at: { x: 794, y: 145 }, lines: ['at 250'], anchor: 'end' },
    ])
  })

  test.each<[string, Point, Point]>([
    ['upwards', [100_000, 100], [200_000, 200]],
    ['downwards', [100_000, 200], [200_000, 100]],
    ['upwards to the upper edge', [100_000, 100], [200_000, 398]],
    ['downwards to the lower edge', [100_000, 200], [200_000, 2]],
  ])('keeps the text of a measure %s inside the chart', (_, from, to) => {
    const text = shapesOf(drawing('measure', from, to), projection, texts, false).find(({ type }) => type === 'text')
    expect(text).toMatchObject({ lines: ['+1', 'Candles: 2'], anchor: 'middle' })
    const y = text?.type === 'text' ? text.at.y : Number.NaN
    expect(y).toBeGreaterThanOrEqual(12)
    expect(y + 15).toBeLessThanOrEqual(400)
  })
})

test('drawings outside the chart are not visible, those that cross it are', () => {
  const sights: [boolean, DrawingKind, Point, Point][] = [
    [true, 'line', [-100_000, 100], [100_000, 200]],
    [true, 'rectangle', [-100_000, -100], [2_000_000, 900]],
    [false, 'line', [-200_000, 100], [-100_000, 200]],
    [false, 'line', [900_000, 100], [950_000, 200]],
    [false, 'line', [100_000, 500], [200_000, 600]],
    [true, 'level', [5_000_000, 100], [5_000_000, 100]],
    [false, 'level', [100_000, 401], [100_000, 401]],
    // NaN is the coordinate of a price below zero, which a logarithmic scale cannot show.
    [false, 'level', [100_000, Number.NaN], [100_000, Number.NaN]],
  ]
  for (const [expected, kind, from, to] of sights) expect(isInSight(drawing(kind, from, to), projection)).toBe(expected)
})
