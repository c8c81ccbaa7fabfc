import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { drawingKinds, readDrawings } from './drawing.ts'
import { drawingBodySchema } from './routes.ts'

const id = '0123abcd-0000-4000-8000-0123456789ab'
const time = fc.oneof(fc.maxSafeNat(), fc.constantFrom<unknown>(-1, 0.5, 8_640_000_000_000_001, '1', null))
const price = fc.oneof(fc.double(), fc.constantFrom<unknown>(1e15, -1e15, 1.1e15, '1', undefined))
const point = fc.oneof({ weight: 9, arbitrary: fc.tuple(time, price) }, fc.array(time, { maxLength: 3 }), fc.anything())
const points = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.oneof(
      fc.tuple(point, point),
      point.map((same) => [same, same]),
    ),
  },
  fc.array(point, { maxLength: 4 }),
  fc.array(point, { minLength: 3, maxLength: 3 }),
  fc.anything(),
)
const optional = (...values: unknown[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values))
const body = fc.record({
  kind: fc.oneof({ weight: 9, arbitrary: fc.constantFrom<unknown>(...drawingKinds) }, fc.anything()),
  points,
  width: optional(1, 4, 5, 0, 1.5, '2'),
  dash: optional('dashed', 'dotted', 'solid', 1),
  text: optional('', 'Text', 'x'.repeat(201), 7),
  size: optional(0, 0.5, -1, 1e15, 2e15, Number.NaN, '1'),
  isLocked: optional(true, false, 1),
  order: optional(0, -3, 0.5, 1_000_001, '1'),
  color: fc.constantFrom<unknown>('#00ff00', '#00ff0080', '#00FF00', 'red', '#00ff00\n', 7),
})

test('the browser accepts the same drawings as the server', () => {
  fc.assert(
    fc.property(body, (given) => {
      const { data } = drawingBodySchema.safeParse(given)
      expect(readDrawings([{ id, ...given, more: 1 }])).toEqual(data && [{ id, ...data }])
    }),
  )
})

test('one invalid drawing, or something that is not a list, gives nothing', () => {
  const sound = {
    id,
    kind: 'line',
    points: [
      [1, 2],
      [3, 4],
    ],
    color: '#00ff00',
  }
  expect(readDrawings([sound])).toHaveLength(1)
  for (const value of [undefined, {}, [sound, null], [{ ...sound, id: 'x' }]])
    expect(readDrawings(value)).toBeUndefined()
})
