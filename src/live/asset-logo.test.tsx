import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { defaultInstruments } from '../market/instrument.ts'
import { AssetLogo, hueOf } from './asset-logo.tsx'

test('a logo is drawn the same way each time, and adds no text to its row', () => {
  const drawn = renderToStaticMarkup(<AssetLogo base="BTC" />)
  expect(drawn).toBe(renderToStaticMarkup(<AssetLogo base="BTC" />))
  expect(drawn).toContain('aria-hidden="true"')
  expect(drawn.replace(/<[^>]*>/g, '')).toBe('')
})

test('each default asset has a mark of its own, and not the letter of an unknown asset', () => {
  const pathOf = (base: string) => / d="([^"]+)"/.exec(renderToStaticMarkup(<AssetLogo base={base} />))?.[1]
  const marks = defaultInstruments.map(({ base }) => pathOf(base))
  expect(new Set(marks).size).toBe(12)
  for (const { base } of defaultInstruments) expect(marks).not.toContain(pathOf(base.charAt(0)))
})

test('assets with the same first letter differ in hue', () => {
  const pairs = [
    ['BTC', 'BNB'],
    ['ADA', 'AVAX'],
    ['DOGE', 'DOT'],
    ['LINK', 'LTC'],
  ] as const
  for (const [one, other] of pairs) {
    const apart = Math.abs(hueOf(one) - hueOf(other))
    expect(Math.min(apart, 360 - apart)).toBeGreaterThan(30)
  }
})

test('a name that does not start with a Latin letter also has a logo', () => {
  for (const base of ['1INCH', 'ЯНДЕКС', '']) expect(renderToStaticMarkup(<AssetLogo base={base} />)).toContain('<path')
})
