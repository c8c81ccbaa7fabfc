import { expect, test } from 'bun:test'
import { black } from './color.ts'
import { leap, moved, type Stroke, stepped } from './color-steps.ts'

const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => {
  return { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...more }
}
const middle = { ...black, h: 200, s: 0.504, v: 0.5 }

test.each([
  ['ArrowRight', false, 0.51, 0.5],
  ['ArrowLeft', false, 0.49, 0.5],
  ['ArrowUp', false, 0.504, 0.51],
  ['ArrowDown', false, 0.504, 0.49],
  ['ArrowRight', true, 0.6, 0.5],
  ['ArrowDown', true, 0.504, 0.4],
  ['PageUp', false, 0.504, 0.6],
  ['Home', false, 0, 0.5],
  ['End', false, 1, 0.5],
])('the point of the area moves by %s, with Shift: %p', (key, shiftKey, s, v) => {
  expect(moved(middle, stroke(key, { shiftKey }))).toEqual({ h: 200, s, v })
})

test('the point stays within the area, and other keys do not move it', () => {
  expect(moved({ ...middle, s: 1, v: 0 }, stroke('ArrowRight', { shiftKey: true }))).toEqual({ h: 200, s: 1, v: 0 })
  expect(moved({ ...middle, v: 0.03 }, stroke('ArrowDown', { shiftKey: true }))?.v).toBe(0)
  for (const other of [stroke('a'), stroke('Tab'), stroke('ArrowLeft', { altKey: true })]) {
    expect(moved(middle, other)).toBeUndefined()
  }
})

test('a slider makes large steps only with Shift', () => {
  expect(leap(stroke('ArrowRight', { shiftKey: true }))).toBe(10)
  expect(leap(stroke('ArrowDown', { shiftKey: true }))).toBe(-10)
  expect(leap(stroke('ArrowRight'))).toBe(0)
  expect(leap(stroke('ArrowRight', { shiftKey: true, ctrlKey: true }))).toBe(0)
  expect(leap(stroke('Home', { shiftKey: true }))).toBe(0)
})

test.each([
  [250, 255, 'ArrowUp', true, 255],
  [5, 255, 'ArrowDown', true, 0],
  [99, 100, 'ArrowUp', false, 100],
  [100, 100, 'ArrowUp', false, 100],
  [40, 360, 'ArrowDown', false, 39],
])('a field with %d of at most %d: %s, with Shift %p, gives %d', (value, most, key, shiftKey, next) => {
  expect(stepped(value, most, stroke(key, { shiftKey }))).toBe(next)
})

test('other keys do not change a field', () => {
  expect(stepped(40, 100, stroke('ArrowLeft'))).toBeUndefined()
})
