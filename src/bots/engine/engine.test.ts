import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyPlayed, columnsOf, minutesOf, play, run, termsOf } from '../../../tests/bot-runs.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { wholeMoney } from './money.ts'
import type { Terms } from './portfolio.ts'
import type { RiskRules } from './risk.ts'
import type { Json } from './strategy.ts'

const capital = wholeMoney(1_000 * 1e8)

const anyCosts = fc.record({
  takerFee: fc.constantFrom(0, 1000, 750),
  makerFee: fc.constantFrom(0, 1000, 200),
  spread: fc.constantFrom(0, 100, 333),
  slippage: fc.constantFrom(0, 500),
})
const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    costs: anyCosts,
    order: fc.constantFrom('nearest' as const, 'pessimistic' as const),
    volumeShare: fc.constantFrom(undefined, 10),
  })
  .map((more) => termsOf(more))
const anyRisk: fc.Arbitrary<RiskRules | undefined> = fc.option(
  fc.record({
    stopLoss: fc.constantFrom(undefined, 10_000, 50_000),
    takeProfit: fc.constantFrom(undefined, 20_000),
    trailing: fc.constantFrom(undefined, 15_000),
    maxDrawdown: fc.constantFrom(undefined, 50_000),
    dailyLoss: fc.constantFrom(undefined, 20_000),
    cooldownMinutes: fc.constantFrom(undefined, 5),
    maxOrders: fc.constantFrom(undefined, 2),
    allocation: fc.constantFrom(undefined, 500_000),
  }),
  { nil: undefined },
)

describe.each(anyPlayed)('%s', (id, anyParams) => {
  const anyRun = fc.record({
    minutes: minutesOf(120, 40),
    params: anyParams as fc.Arbitrary<Record<string, Json>>,
    terms: anyTerms,
    risk: anyRisk,
    tf: fc.constantFrom(1 as const, 5 as const),
  })
  const ranOf = ({ minutes, params, terms, risk, tf }: typeof anyRun extends fc.Arbitrary<infer T> ? T : never) =>
    run({ setup: { capital, terms, risk, playing: play(id, params) }, tf, minutes: columnsOf(minutes) })

  test('money changes only by trades and their fees', () => {
    fc.assert(
      fc.property(anyRun, (given) => {
        const { fills, state } = ranOf(given)
        const { account } = state.desk
        // Prices have 2 digits and quantities 3, so price × quantity is multiplied by 1,000 to get the smallest units
        // of money.
        let [cash, quantity, fees] = [BigInt(capital), 0n, 0n]
        for (const { order, price, quantity: traded, fee } of fills) {
          const worth = BigInt(price) * BigInt(traded) * 1_000n
          cash += order.side === 'buy' ? -worth : worth
          cash -= BigInt(fee)
          quantity += order.side === 'buy' ? BigInt(traded) : -BigInt(traded)
          fees += BigInt(fee)
          expect(cash >= 0n && quantity >= 0n).toBe(true)
        }
        expect([BigInt(account.cash), BigInt(account.quantity), BigInt(account.fees)]).toEqual([cash, quantity, fees])
        // The capital plus the realized profit equals the cash plus the cost of the holding.
        expect(BigInt(capital) + BigInt(account.realised)).toBe(cash + BigInt(account.cost))
      }),
      { numRuns: runsOf(300) },
    )
  })

  test('trades keep within the prices of their minute, in order of time, after their decision', () => {
    fc.assert(
      fc.property(anyRun, (given) => {
        const terms = { ...given.terms, costs: { ...given.terms.costs, spread: 0, slippage: 0 } }
        const { fills } = ranOf({ ...given, terms })
        let before = 0
        for (const { time, price } of fills) {
          const found = given.minutes.find(({ openTime }) => openTime === time)
          expect(found && price >= found.low && price <= found.high).toBe(true)
          expect(time).toBeGreaterThanOrEqual(before)
          before = time
        }
      }),
      { numRuns: runsOf(300) },
    )
  })

  test('decisions do not depend on later minutes', () => {
    fc.assert(
      fc.property(anyRun, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const cut = given.minutes.slice(0, Math.floor(given.minutes.length * share))
        const end = cut.at(-1)?.openTime ?? 0
        const whole = ranOf(given)
        const part = ranOf({ ...given, minutes: cut })
        expect(part.fills).toEqual(whole.fills.filter(({ time }) => time <= end))
        const until = ({ time }: { time: number }) => time <= end - (end % (given.tf * 60_000))
        expect(part.log.filter(until)).toEqual(whole.log.filter(until))
      }),
      { numRuns: runsOf(300) },
    )
  })

  test('doubled fees never improve a trade', () => {
    fc.assert(
      fc.property(anyRun, (given) => {
        const { takerFee, makerFee } = given.terms.costs
        const twice = {
          ...given.terms,
          costs: { ...given.terms.costs, takerFee: 2 * takerFee, makerFee: 2 * makerFee },
        }
        const [plain] = [ranOf(given).fills[0]]
        const [dear] = [ranOf({ ...given, terms: twice }).fills[0]]
        if (!plain || !dear) return
        expect(dear.price).toBe(plain.price)
        expect(dear.quantity).toBeLessThanOrEqual(plain.quantity)
      }),
      { numRuns: runsOf(300) },
    )
  })
})
