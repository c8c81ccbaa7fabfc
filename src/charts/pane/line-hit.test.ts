import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { distanceToLine } from './line-hit.ts'

const place = fc.integer({ min: -500, max: 500 })
const spot = fc.record({ x: place, y: place })

test('a line is near at its points and between them, and nowhere in its gaps', () => {
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 10, y: 10 },
    { x: 20, y: 0 },
  ]
  expect(distanceToLine([a, b, c], { x: 5, y: 5 })).toBe(0)
  expect(distanceToLine([a, b, c], { x: 10, y: 13 })).toBe(3)
  expect(distanceToLine([a, undefined, c], { x: 10, y: 0 })).toBe(10)
  expect(distanceToLine([undefined, undefined], { x: 0, y: 0 })).toBe(Number.POSITIVE_INFINITY)
  fc.assert(
    fc.property(fc.array(fc.option(spot, { nil: undefined })), spot, (line, at) => {
      const toPoints = line.flatMap((each) => (each ? Math.hypot(each.x - at.x, each.y - at.y) : []))
      const distance = distanceToLine(line, at)
      expect(distance).toBeGreaterThanOrEqual(0)
      expect(distance).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...toPoints))
    }),
  )
})
