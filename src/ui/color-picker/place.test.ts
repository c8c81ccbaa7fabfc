import { expect, test } from 'bun:test'
import { placeOf } from './place.browser.ts'
import { isShort } from './short-press.browser.ts'

const own = { width: 250, height: 300 }
const room = { width: 1000, height: 700 }
const fieldAt = (left: number, top: number) => ({ left, top, bottom: top + 30 })

test.each([
  ['below', fieldAt(100, 100), { left: 100, top: 136 }],
  ['above, where there is no room below', fieldAt(100, 500), { left: 100, top: 194 }],
  ['over it, where there is none above either', fieldAt(100, 390), { left: 100, top: 84 }],
  ['within the right edge', fieldAt(900, 100), { left: 744, top: 136 }],
  ['within the left edge', fieldAt(-40, 100), { left: 6, top: 136 }],
])('a popup is placed %s', (_, field, place) => {
  expect(placeOf(field, own, room)).toEqual(place)
})

test('in a window that is too low, a popup starts at the top', () => {
  expect(placeOf(fieldAt(0, 100), own, { width: 320, height: 250 })).toEqual({ left: 6, top: 6 })
})

test('a press shorter than 500 ms is a click', () => {
  expect([0, 499, 500, 501].map(isShort)).toEqual([true, true, false, false])
})
