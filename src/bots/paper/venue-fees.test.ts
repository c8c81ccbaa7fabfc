import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { locales } from '../../i18n/locales.ts'
import { fieldNumber } from './ticket-text.ts'
import { feePresets, presetOf, readFees } from './venue-fees.ts'

test('every fee of an account is read back from the fields that show it, in both languages', () => {
  const rate = fc.integer({ min: 0, max: 50_000 })
  fc.assert(
    fc.property(rate, rate, fc.constantFrom(...locales), (makerFee, takerFee, locale) => {
      const [maker, taker] = [makerFee, takerFee].map((each) => fieldNumber(locale, each, 4)) as [string, string]
      expect(readFees({ preset: '', maker, taker }, locale)).toEqual({ fees: { makerFee, takerFee } })
    }),
  )
})

test('anything typed is a fee from 0 to 5 percent or a fault beside its field', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('-0.1', '5.0001', '0.00001', '', '1e-3'), (typed, wrong) => {
      const read = readFees({ preset: typed, maker: typed, taker: wrong }, 'en')
      const isPreset = feePresets.some(({ id }) => id === typed)
      expect(isPreset || ('faults' in read && read.faults.taker === 'badFee')).toBe(true)
    }),
  )
})

test('each preset names itself', () => {
  for (const preset of feePresets) expect(presetOf(preset.fees)).toBe(preset)
  expect(feePresets.map(({ venues }) => venues)).toEqual(['Binance, Bybit', 'OKX', 'MOEX'])
})
