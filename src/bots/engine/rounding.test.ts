import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { termsOf } from '../../../tests/bot-runs.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { wholeUnits } from '../../market/units.ts'
import { equityOf, openAccount, settle } from './account.ts'
import { feeOf, maxQuantity, shareOf, takerPrice, wholeMoney, wholeRate } from './money.ts'

/* Every amount that has to be rounded is rounded against the trader, by less than one unit. */

const units = (max: number) => fc.integer({ min: 1, max }).map(wholeUnits)
const rates = fc.nat(100_000)
const anyTrade = fc.record({
  quantity: units(1e6),
  price: units(1e6),
  rate: rates,
  priceDigits: fc.integer({ min: 2, max: 8 }),
  volumeDigits: fc.integer({ min: 3, max: 8 }),
})
const big = BigInt

test('a purchase never costs too little, and a sale never brings too much', () => {
  const property = fc.property(anyTrade, ({ quantity, price, rate, priceDigits, volumeDigits }) => {
    const scale = { ...termsOf().scale, priceDigits, volumeDigits }
    const fee = feeOf(quantity, price, rate, scale)
    const before = { ...openAccount(wholeMoney(8e15)), quantity }
    const cashAfter = (side: 'buy' | 'sell') => settle(before, { side, price, quantity, fee }, scale).account.cash
    const [paid, got] = [big(before.cash - cashAfter('buy')), big(cashAfter('sell') - before.cash)]
    const equity = big(equityOf({ ...before, cash: wholeMoney(0) }, price, scale))
    // In the unit in which worth and fee are whole
    const unit = 10n ** big(priceDigits + volumeDigits) * big(wholeRate)
    const worth = big(quantity) * big(price) * 10n ** 8n * big(wholeRate)
    const exactFee = big(quantity) * big(price) * 10n ** 8n * big(rate)
    expect(paid * unit >= worth + exactFee && (paid - 2n) * unit < worth + exactFee).toBe(true)
    expect(got * unit <= worth - exactFee && (got + 2n) * unit > worth - exactFee).toBe(true)
    expect(equity * unit <= worth && (equity + 1n) * unit > worth).toBe(true)
  })
  fc.assert(property, { numRuns: runsOf(2000) })
})

test('a taker buys at the step above the exact price and sells at the step below', () => {
  const property = fc.property(
    units(1e9),
    rates,
    rates,
    fc.integer({ min: 1, max: 1000 }),
    (price, spread, slippage, step) => {
      const costs = { ...termsOf().costs, spread, slippage }
      const [bought, sold] = (['buy', 'sell'] as const).map((side) => big(takerPrice(side, price, costs, step)))
      const whole = 2n * big(wholeRate)
      const worse = big(spread + 2 * slippage)
      const exact = { buy: big(price) * (whole + worse), sell: big(price) * (whole - worse) }
      if (bought === undefined || sold === undefined) throw new Error('No price')
      expect([bought % big(step), sold % big(step)]).toEqual([0n, 0n])
      expect(bought * whole >= exact.buy && (bought - big(step)) * whole < exact.buy).toBe(true)
      // One step is the lowest price.
      if (sold > big(step)) expect(sold * whole <= exact.sell).toBe(true)
      expect((sold + big(step)) * whole > exact.sell).toBe(true)
    },
  )
  fc.assert(property, { numRuns: runsOf(2000) })
})

test('a share of money is rounded down, and no purchase exceeds the cash', () => {
  const property = fc.property(units(1e6), rates, fc.nat(1e12), (price, rate, cash) => {
    const scale = { ...termsOf().scale, volumeDigits: 8 }
    const share = big(shareOf(wholeMoney(cash), rate))
    const exact = big(cash) * big(rate)
    expect(share * big(wholeRate) <= exact && (share + 1n) * big(wholeRate) > exact).toBe(true)
    const quantity = maxQuantity(wholeMoney(cash), price, rate, scale)
    const fee = feeOf(quantity, price, rate, scale)
    const after = settle(openAccount(wholeMoney(cash)), { side: 'buy', price, quantity, fee }, scale).account.cash
    expect(after).toBeGreaterThanOrEqual(0)
  })
  fc.assert(property, { numRuns: runsOf(2000) })
})
