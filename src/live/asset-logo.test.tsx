import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { AssetLogo, hueOf } from './asset-logo.tsx'

test('a mark is drawn in the same way each time, and adds no words to its row', () => {
  const drawn = renderToStaticMarkup(<AssetLogo base="BTC" />)
  expect(drawn).toBe(renderToStaticMarkup(<AssetLogo base="BTC" />))
  expect(drawn).toContain('aria-hidden="true"')
  expect(drawn.replace(/<[^>]*>/g, '')).toBe('')
})

test('assets that begin with one letter differ in hue', () => {
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

test('a name that begins with no Latin letter has a mark too', () => {
  for (const base of ['1INCH', 'ЯНДЕКС', '']) expect(renderToStaticMarkup(<AssetLogo base={base} />)).toContain('<path')
})
