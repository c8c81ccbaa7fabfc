import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Drawing, drawingKinds, isSound, type Point, type Points } from './drawing.ts'
import { drawingAt, handleSpot, handlesOf, hitOf, movedBy, withHandleAt } from './geometry.ts'
import { type Projection, pointOf, segmentDistance, spotOf } from './projection.ts'
import { drawingBodySchema } from './routes.ts'
import { snapPrice, snapTime } from './scale.ts'

const minute = 60_000

/** Creates a projection with ten px per candle of one minute and a logarithmic or linear price scale. */
function projection(isLogarithmic: boolean): Projection {
  const start = 1_700_000_040_000
  return {
    xOf: (time) => ((time - start) / minute) * 10,
    timeOf: (x) => start + (x / 10) * minute,
    yOf: (price) => (isLogarithmic ? 400 - 100 * Math.log10(price) : 400 - price),
    priceOf: (y) => (isLogarithmic ? 10 ** ((400 - y) / 100) : 400 - y),
    width: 800,
    height: 400,
  }
}

const points = fc.tuple(
  fc.integer({ min: 1_700_000_000_000, max: 1_700_009_000_000 }),
  fc.double({ min: 0.01, max: 5000, noNaN: true }),
)
const drawings: fc.Arbitrary<Drawing> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...drawingKinds),
    points: fc.tuple(points, points, points),
    color: fc.constant('#1bc7b1'),
  })
  .map(withPointsOfKind)

/** Drawing with as many of the three points as its kind has */
function withPointsOfKind(drawing: Drawing): Drawing {
  const [a, b] = drawing.points
  const candidates: Points[] = [[a, a], [a, b], drawing.points]
  const points = candidates.find((each) => isSound({ kind: drawing.kind, points: each })) ?? [a, b]
  return { ...drawing, points: drawing.kind === 'brush' ? drawing.points : points }
}

const pixels = fc.integer({ min: -500, max: 500 })
const scales = fc.boolean().map(projection)

describe('a drawing', () => {
  test('is hit at each of its handles, and nowhere far from it', () => {
    fc.assert(
      fc.property(drawings, scales, (drawing, scale) => {
        for (const handle of handlesOf(drawing)) {
          const hit = hitOf(scale, drawing, handleSpot(scale, drawing, handle), 4)
          expect(hit?.part).toBe('handle')
        }
        // Other kinds reach beyond their points.
        if (!['line', 'level', 'rectangle', 'measure', 'arrow', 'brush', 'fibonacci'].includes(drawing.kind)) return
        const spots = drawing.points.map((point) => spotOf(scale, point))
        const below = Math.max(...spots.map(({ y }) => y)) + 10
        expect(hitOf(scale, drawing, { x: spots[0]?.x ?? 0, y: below }, 6)).toBeUndefined()
      }),
    )
  })

  test('is hit in its middle', () => {
    fc.assert(
      fc.property(drawings, scales, (drawing, scale) => {
        const [a, b] = [spotOf(scale, drawing.points[0]), spotOf(scale, drawing.points[1])]
        expect(hitOf(scale, drawing, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 1)).toBeDefined()
      }),
    )
  })

  test('moved as a whole keeps its size on the screen, and can be moved back', () => {
    fc.assert(
      fc.property(drawings, scales, pixels, pixels, (drawing, scale, dx, dy) => {
        const moved = movedBy(scale, drawing, dx, dy)
        for (const [index, point] of drawing.points.entries()) {
          const [was, is] = [spotOf(scale, point), spotOf(scale, moved.points[index] ?? point)]
          expect(is.x - was.x).toBeCloseTo(dx, 2)
          expect(is.y - was.y).toBeCloseTo(dy, 2)
        }
        const back = movedBy(scale, moved, -dx, -dy)
        for (const [index, [time, price]] of drawing.points.entries()) {
          expect(Math.abs((back.points[index]?.[0] ?? 0) - time)).toBeLessThanOrEqual(1)
          expect(back.points[index]?.[1]).toBeCloseTo(price, 5)
        }
      }),
    )
  })

  test('moved along one axis keeps its exact position on the other', () => {
    fc.assert(
      fc.property(drawings, scales, pixels, (drawing, scale, by) => {
        const along = movedBy(scale, drawing, by, 0)
        const down = movedBy(scale, drawing, 0, by)
        expect(along.points.map(([, price]) => price)).toEqual(drawing.points.map(([, price]) => price))
        expect(down.points.map(([time]) => time)).toEqual(drawing.points.map(([time]) => time))
      }),
    )
  })

  test('dragged by a handle has that handle at the new point and stays valid', () => {
    fc.assert(
      fc.property(drawings, points, (drawing, to) => {
        for (const handle of handlesOf(drawing)) {
          const changed = withHandleAt(drawing, handle, to)
          const at = [changed.points[handle.time]?.[0], changed.points[handle.price]?.[1]]
          expect(at).toEqual(to)
          expect(drawingBodySchema.safeParse(changed).success).toBe(true)
        }
      }),
    )
  })

  test('drawn last is on top', () => {
    const scale = projection(false)
    const level = (id: string): Drawing => ({ id, kind: 'level', color: '#000000', points: [at, at] })
    const at: Point = [1_700_000_000_000, 100]
    const found = drawingAt(scale, [level('first'), level('last')], { x: 700, y: 302 }, 5)
    expect(found?.drawing.id).toBe('last')
    expect(found?.hit).toEqual({ part: 'body' })
  })

  test('survives serialization', () => {
    fc.assert(
      fc.property(drawings, ({ id: _, ...body }) => {
        expect(drawingBodySchema.parse(JSON.parse(JSON.stringify(body)))).toEqual(body)
      }),
    )
  })
})

test('a spot converts to a point and back', () => {
  fc.assert(
    fc.property(points, scales, (point, scale) => {
      const [time, price] = pointOf(scale, spotOf(scale, point))
      expect(Math.abs(time - point[0])).toBeLessThanOrEqual(1)
      expect(price).toBeCloseTo(point[1], 6)
    }),
  )
})

test('the distance from a segment is at most the distance from its ends, and 0 on the segment', () => {
  const spots = fc.record({ x: pixels, y: pixels })
  fc.assert(
    fc.property(spots, spots, spots, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, spot, share) => {
      const far = segmentDistance(a, b, spot)
      expect(far).toBeLessThanOrEqual(
        Math.min(Math.hypot(spot.x - a.x, spot.y - a.y), Math.hypot(spot.x - b.x, spot.y - b.y)),
      )
      const on = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
      expect(segmentDistance(a, b, on)).toBeCloseTo(0, 6)
    }),
  )
})

/** Generates opening times of candles with gaps: ascending, whole minutes apart. */
const candleTimes = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 60 })
  .map((steps) =>
    steps.map((_, index) => 1_700_000_040_000 + steps.slice(0, index).reduce((a, b) => a + b, 0) * minute),
  )

describe('snapping', () => {
  test('moves a time to the nearest candle', () => {
    fc.assert(
      fc.property(candleTimes, fc.nat(600), (times, half) => {
        const [first = 0] = times
        const candles = times.map((openTime) => ({ openTime, open: 1, high: 1, low: 1, close: 1, volume: 1 }))
        const last = times.at(-1) ?? first
        const time = first + half * 31_000
        const snapped = snapTime(candles, minute, time)
        if (time > last) expect((snapped - last) % minute).toBe(0)
        else expect(Math.abs(snapped - time)).toBe(Math.min(...times.map((each) => Math.abs(each - time))))
      }),
    )
  })

  test('moves a price to the nearest of open, high, low and close, unless all are far', () => {
    const scale = projection(false)
    const candle = { openTime: 0, open: 100, high: 140, low: 60, close: 120, volume: 1 }
    fc.assert(
      fc.property(fc.double({ min: 1, max: 300, noNaN: true }), (price) => {
        const snapped = snapPrice(scale, candle, [0, price])
        const levels = [100, 140, 60, 120]
        const least = Math.min(...levels.map((level) => Math.abs(level - price)))
        if (least < 13.9) expect(Math.abs(snapped - price)).toBeCloseTo(least, 9)
        else if (least > 14.1) expect(snapped).toBe(price)
      }),
    )
    expect(snapPrice(scale, undefined, [0, 7])).toBe(7)
  })
})
