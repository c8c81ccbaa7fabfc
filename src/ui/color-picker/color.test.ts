import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../../tests/property-runs.ts'
import { type Color, fromHsv, fromRgb, hexOf, readColor } from './color.ts'

const byte = fc.integer({ min: 0, max: 255 })
const hundredth = fc.integer({ min: 0, max: 100 }).map((whole) => whole / 100)
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const always = { numRuns: runsOf(20_000) }
const channels = ({ r, g, b, a }: Color) => [r, g, b, a]

test.each([
  ['#FFB243', [255, 178, 67, 1]],
  ['ffb243', [255, 178, 67, 1]],
  ['#0f8', [0, 255, 136, 1]],
  ['#00000000', [0, 0, 0, 0]],
  ['#2e81ff80', [46, 129, 255, 0.5]],
  [' rgb(46, 129, 255) ', [46, 129, 255, 1]],
  ['RGBA(46,129,255,.256)', [46, 129, 255, 0.26]],
  ['rgb(46 129 255 / 50%)', [46, 129, 255, 0.5]],
  ['rgba(100%, 0%, 50%, 1)', [255, 0, 128, 1]],
  ['rgba(300, -5, 12.4, 7)', [255, 0, 12, 1]],
  ['rgba(0, 0, 0, -1)', [0, 0, 0, 0]],
])('%s is parsed', (text, wanted) => {
  expect(channels(readColor(text) ?? fail(text))).toEqual(wanted)
})

test.each([
  '',
  '#',
  '#12',
  '#1234',
  '#12345',
  '#1234567',
  '#ggg',
  'red',
  'rgb(1,2)',
  'rgb(1,2,3',
  'rgb(1 2,3)',
  '1,2,3',
])('%p is not a color', (text) => {
  expect(readColor(text)).toBeUndefined()
})

test('components are limited to their range; those that are not finite are no color', () => {
  expect(readColor({ r: 46, g: 129, b: 255 })).toEqual({ r: 46, g: 129, b: 255, a: 1, h: 216.17, s: 0.8196, v: 1 })
  expect(readColor({ h: 120, s: 1, v: 1, a: 0.333 })).toEqual({ r: 0, g: 255, b: 0, a: 0.33, h: 120, s: 1, v: 1 })
  expect(readColor({ h: 400, s: 2, v: -1, a: 2 })).toEqual({ r: 0, g: 0, b: 0, a: 1, h: 360, s: 1, v: 0 })
  expect(readColor({ r: Number.NaN, g: 0, b: 0 })).toBeUndefined()
  expect(readColor({ h: 0, s: Number.POSITIVE_INFINITY, v: 0 })).toBeUndefined()
})

test('RGB values survive conversion to HSV and to every notation', () => {
  fc.assert(
    fc.property(byte, byte, byte, hundredth, (r, g, b, a) => {
      const color = fromRgb({ r, g, b }, a) ?? fail('in range')
      expect(channels(color)).toEqual([r, g, b, a])
      expect(fromHsv(color, a)).toEqual(color)
      expect(readColor(color)).toEqual(color)
      for (const text of [hexOf(color), hexOf(color).toUpperCase(), `rgba(${r}, ${g}, ${b}, ${a})`]) {
        expect(readColor(text)).toEqual(color)
      }
    }),
    always,
  )
})

test('HSV values are kept exactly, and RGB values are in range', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 360, noNaN: true }), unit, unit, unit, (h, s, v, a) => {
      const color = fromHsv({ h, s, v }, a) ?? fail('in range')
      expect([color.h, color.s, color.v]).toEqual([h, s, v])
      expect(Math.abs(color.a - a)).toBeLessThan(0.00501)
      expect(Math.round(color.a * 100) / 100).toBe(color.a)
      for (const each of [color.r, color.g, color.b]) {
        expect(Number.isInteger(each) && each >= 0 && each <= 255).toBe(true)
      }
    }),
    always,
  )
})

test('no text breaks the parser', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(#|rgba?\()[0-9a-f,. /%)-]{0,24}$/)), (text) => {
      const color = readColor(text)
      if (!color) return
      expect(Object.values(color).every((each) => Number.isFinite(each) && each >= 0)).toBe(true)
      expect(readColor(hexOf(color)) ?? fail(text)).toMatchObject({ r: color.r, g: color.g, b: color.b, a: color.a })
    }),
    always,
  )
})

test('a text longer than any color is rejected', () => {
  expect(readColor(`rgb(1, 2, ${'0'.repeat(100)}3)`)).toBeUndefined()
  expect(readColor(`rgb(${'1'.repeat(20_000)}`)).toBeUndefined()
})

function fail(what: string): never {
  throw new Error(`no color: ${what}`)
}
