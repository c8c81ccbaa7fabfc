import { expect, test } from 'bun:test'
import { assetMeant, defaultInstruments, stepOf } from './instrument.ts'

test('a symbol in another letter case is recognized; right and unknown ones are not corrected', () => {
  const market = { instruments: [{ asset: 'BTCUSDT' }, { asset: 'ethusdt' }] }
  expect(assetMeant(market, 'btcUsdt')).toBe('BTCUSDT')
  expect(assetMeant(market, 'ETHUSDT')).toBe('ethusdt')
  expect(assetMeant(market, 'BTCUSDT')).toBeUndefined()
  expect(assetMeant(market, 'GOLD')).toBeUndefined()
})

test.each([
  [0, '1'],
  [1, '0.1'],
  [5, '0.00001'],
])('the step of %i digits is %s', (digits, step) => {
  expect(stepOf(digits)).toBe(step)
})

test("pairs have the digits of Binance's trading steps", () => {
  const digits = defaultInstruments.map(({ asset, priceDigits, volumeDigits }) => [asset, priceDigits, volumeDigits])
  expect(digits).toEqual([
    ['BTCUSDT', 2, 5],
    ['ETHUSDT', 2, 4],
    ['SOLUSDT', 2, 3],
    ['BNBUSDT', 2, 3],
    ['XRPUSDT', 4, 1],
    ['DOGEUSDT', 5, 0],
    ['TONUSDT', 3, 2],
    ['ADAUSDT', 4, 1],
    ['AVAXUSDT', 2, 2],
    ['LINKUSDT', 2, 2],
    ['DOTUSDT', 3, 2],
    ['LTCUSDT', 2, 3],
  ])
})
