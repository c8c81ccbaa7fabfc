import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Drawing, DrawingKind, Points } from '../drawing.ts'
import { outlineOf } from '../geometry.ts'
import { lineHeight } from '../line-style.ts'
import { positionPlan } from '../position-plan.ts'
import type { Projection, Spot } from '../projection.ts'
import type { Shape } from '../shape.ts'
import { shapesOf } from '../shapes.ts'
import { simplified } from '../stroke.ts'
import { extensionLevels, retracementLevels } from './fibonacci.ts'
import { kindEntries } from './kinds.ts'

/** Projection in which one px is a second and a unit of price; prices grow upwards. */
const projection: Projection = {
  xOf: (time) => time / 1000,
  timeOf: (x) => x * 1000,
  yOf: (price) => 400 - price,
  priceOf: (y) => 400 - y,
  width: 800,
  height: 400,
}

const drawing = (kind: DrawingKind, ...points: Points): Drawing => ({ id: 'one', kind, color: '#1bc7b1', points })
const outline = (kind: DrawingKind, ...points: Points) => outlineOf(projection, drawing(kind, ...points))
const line = (x1: number, y1: number, x2: number, y2: number): Shape & { type: 'line' } => ({
  type: 'line',
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
})

describe('a Fibonacci drawing', () => {
  test('retraces a move from 100 to 200', () => {
    const prices = retracementLevels(100, 200).map(({ price }) => Math.round(price * 1000) / 1000)
    expect(prices).toEqual([200, 176.4, 161.8, 150, 138.2, 121.4, 100])
  })

  test('extends a move from 100 to 200 from 150', () => {
    const prices = extensionLevels(100, 200, 150).map(({ price }) => Math.round(price * 1000) / 1000)
    expect(prices).toEqual([150, 188.2, 211.8, 250, 277.2, 311.8, 411.8])
  })

  test('draws its levels between its points, below the line of the move', () => {
    const [move, first, , , middle] = outline('fibonacci', [100_000, 100], [300_000, 200])
    expect(move).toEqual({ type: 'line', from: { x: 100, y: 300 }, to: { x: 300, y: 200 }, isFaint: true })
    expect(first).toEqual(line(100, 200, 300, 200))
    expect(middle).toEqual(line(100, 250, 300, 250))
  })
})

describe('an extended line', () => {
  test('reaches both edges of the chart', () => {
    expect(outline('extended', [100_000, 100], [200_000, 150])).toEqual([line(0, 350, 700, 0)])
  })

  test('is a ray from its first point', () => {
    expect(outline('ray', [100_000, 100], [200_000, 150])).toEqual([line(100, 300, 700, 0)])
    expect(outline('ray', [200_000, 150], [100_000, 100])).toEqual([line(200, 250, 0, 350)])
    expect(outline('ray', [900_000, 100], [950_000, 100])).toEqual([])
  })

  test('stays inside the chart and on the line, wherever its points are', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: -500, max: 900 }))
    fc.assert(
      fc.property(point, point, (a, b) => {
        for (const shape of outline('extended', a, b)) {
          if (shape.type !== 'line' || (a[0] === b[0] && a[1] === b[1])) continue
          for (const { x, y } of [shape.from, shape.to]) {
            expect(x).toBeWithin(-0.001, 800.001)
            expect(y).toBeWithin(-0.001, 400.001)
            const [ax, ay, bx, by] = [a[0] / 1000, 400 - a[1], b[0] / 1000, 400 - b[1]]
            const offLine = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            expect(Math.abs(offLine) / Math.hypot(bx - ax, by - ay)).toBeLessThan(0.001)
          }
        }
      }),
    )
  })
})

test('a channel has a line through its third point, parallel to the first', () => {
  expect(outline('channel', [100_000, 100], [300_000, 200], [200_000, 250])).toEqual([
    line(100, 300, 300, 200),
    line(100, 200, 300, 100),
    { ...line(100, 250, 300, 150), isFaint: true },
  ])
})

test('a vertical line crosses the whole chart at its time, an arrow ends at its second point', () => {
  expect(outline('vertical', [250_000, 100], [250_000, 100])).toEqual([line(250, 0, 250, 400)])
  expect(outline('arrow', [100_000, 100], [200_000, 200])).toEqual([line(100, 300, 200, 200)])
})

describe('a position', () => {
  test('has its target twice as far as its stop when it is placed', () => {
    const placed: Points = [
      [0, 100],
      [60_000, 90],
    ]
    expect(kindEntries.long.complete?.(placed).map(([, price]) => price)).toEqual([100, 90, 120])
    expect(kindEntries.short.complete?.(placed).map(([, price]) => price)).toEqual([100, 110, 80])
  })

  test('counts its risk and reward in prices and, with a size, in money', () => {
    const points: Points = [
      [0, 60_000],
      [60_000, 59_000],
      [60_000, 62_500],
    ]
    const plan = positionPlan({ kind: 'long', points, size: 0.2 })
    expect(plan).toMatchObject({ risk: 1000, reward: 2500, ratio: 2.5, money: { risk: 200, reward: 500 } })
    expect(positionPlan({ kind: 'short', points, size: 0.2 }).ratio).toBeUndefined()
    const shorted: Points = [points[0], [60_000, 61_000], [60_000, 58_000]]
    expect(positionPlan({ kind: 'short', points: shorted })).toMatchObject({ risk: 1000, reward: 2000, ratio: 2 })
  })

  test('draws the gain between entry and target, the loss between entry and stop', () => {
    const [gain, loss] = outline('long', [100_000, 200], [300_000, 150], [300_000, 300])
    expect(gain).toMatchObject({ type: 'box', x: 100, y: 100, width: 200, height: 100 })
    expect(loss).toMatchObject({ type: 'box', x: 100, y: 200, width: 200, height: 50 })
  })
})

test('a simplified stroke keeps its ends and corners, and at most the allowed number of spots', () => {
  const straight = Array.from({ length: 50 }, (_, x) => ({ x, y: 0 }))
  const corner = [...straight, ...Array.from({ length: 50 }, (_, y) => ({ x: 49, y: y + 1 }))]
  expect(simplified(corner, 150)).toEqual([
    { x: 0, y: 0 },
    { x: 49, y: 0 },
    { x: 49, y: 50 },
  ])
  const spots = fc.array(fc.record({ x: fc.nat(800), y: fc.nat(400) }), { minLength: 2, maxLength: 300 })
  fc.assert(
    fc.property(spots, (stroke) => {
      const kept = simplified(stroke, 20)
      expect(kept.length).toBeLessThanOrEqual(20)
      expect([kept.at(0), kept.at(-1)]).toEqual([stroke.at(0), stroke.at(-1)])
    }),
  )
})

test('a stroke goes through its points, and no dropped spot is more than 1 px away from it', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 800_000 }), fc.integer({ min: 0, max: 400 })), {
    minLength: 2,
    maxLength: 150,
  })
  fc.assert(
    fc.property(points, (all) => {
      const [path] = outline('brush', ...(all as unknown as Points))
      expect(path).toEqual({ type: 'path', spots: all.map(([time, price]) => ({ x: time / 1000, y: 400 - price })) })
    }),
  )
  // Distance to the nearest of many places on a line, which needs no formula of a segment
  const away = (spot: Spot, from: Spot, to: Spot) =>
    Math.min(
      ...Array.from({ length: 401 }, (_, n) =>
        Math.hypot(from.x + ((to.x - from.x) * n) / 400 - spot.x, from.y + ((to.y - from.y) * n) / 400 - spot.y),
      ),
    )
  const steps = fc.array(fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })), { maxLength: 60 })
  fc.assert(
    fc.property(steps, (moves) => {
      const stroke: Spot[] = [{ x: 100, y: 100 }]
      for (const [dx, dy] of moves) {
        const { x, y } = stroke.at(-1) ?? { x: 0, y: 0 }
        stroke.push({ x: x + dx, y: y + dy })
      }
      const kept = simplified(stroke, 150)
      const places = kept.map((spot) => stroke.indexOf(spot))
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      for (const [at, spot] of stroke.entries()) {
        const next = places.findIndex((place) => place >= at)
        const [from, to] = [kept[Math.max(0, next - 1)] ?? spot, kept[next] ?? spot]
        expect(away(spot, from, to)).toBeLessThanOrEqual(1 + Math.hypot(to.x - from.x, to.y - from.y) / 800)
      }
    }),
  )
})

test('a text stands beside its point, and its area covers every line of it', () => {
  const written = (text: string | undefined) => ({ ...drawing('text', [100_000, 100], [100_000, 100]), text })
  const texts = {
    price: String,
    time: String,
    measure: () => [],
    position: () => ({ target: '', stop: '', ratio: '' }),
  }
  expect(shapesOf(written('Buy\nabove 100'), projection, texts, true)).toEqual([
    { type: 'area', x: 108, y: 285, width: 63, height: 30 },
    { type: 'text', at: { x: 108, y: 296 }, lines: ['Buy', 'above 100'], anchor: 'start' },
    { type: 'handle', at: { x: 100, y: 300 } },
  ])
  // An empty text can be seen and pressed.
  for (const empty of ['', undefined]) {
    expect(shapesOf(written(empty), projection, texts, false)).toEqual([
      { type: 'area', x: 108, y: 285, width: 7, height: 15 },
      { type: 'text', at: { x: 108, y: 296 }, lines: ['…'], anchor: 'start' },
    ])
  }
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 6 }), (lines) => {
      const text = lines.map((each) => each.replaceAll('\n', ' ')).join('\n')
      const [area, label] = shapesOf(written(text), projection, texts, false)
      if (area?.type !== 'area' || label?.type !== 'text') throw new Error('A text has an area and a label')
      const baselines = label.lines.map((_, row) => label.at.y + row * lineHeight)
      expect(baselines.every((y) => y > area.y && y < area.y + area.height)).toBe(true)
      expect(label.lines.join('\n')).toBe(text || '…')
    }),
  )
})
