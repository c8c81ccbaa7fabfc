import { expect, test } from 'bun:test'
import {
  deflatedSharpe,
  expectedMaxSharpe,
  normalQuantile,
  normalShare,
  shapeOf,
  varianceOf,
} from './deflated-sharpe.ts'

/** Area below the bell curve up to `x`, integrated in small steps, independently of the tested code. */
function areaBelow(x: number): number {
  const steps = 200_000
  const width = (x + 10) / steps
  let sum = 0
  for (let step = 0; step < steps; step++) sum += Math.exp(-((-10 + (step + 0.5) * width) ** 2) / 2)
  return (sum * width) / Math.sqrt(2 * Math.PI)
}

/*
 * The example of the paper: five years of daily returns, 250 a year, annual Sharpe ratio 2.5, skewness -3, kurtosis 10,
 * the best of 100 trials whose annual ratios have a variance of 1/2. Expected: 0.1132 for the best ratio by luck, and
 * 0.9004 for the deflated ratio.
 */
const best = { sharpe: 2.5 / Math.sqrt(250), count: 1250, skewness: -3, kurtosis: 10 }
const variance = 0.5 / 250

test('the example of the paper gives the printed results', () => {
  expect(expectedMaxSharpe({ trials: 100, variance })).toBeCloseTo(0.1132, 4)
  expect(deflatedSharpe(best, { trials: 100, variance })).toBeCloseTo(0.9004, 4)
  expect(deflatedSharpe(best, { trials: 46, variance })).toBeCloseTo(0.9505, 3)
  expect(deflatedSharpe({ ...best, skewness: 0, kurtosis: 3 }, { trials: 88, variance })).toBeCloseTo(0.9505, 3)
})

test('the example of the paper gives the same result with numeric integration', () => {
  // Expected quantiles: Φ⁻¹(0.99) and Φ⁻¹(1 - 1/(100e)), from tables
  const [one, other] = [2.3263478740408408, 2.6801]
  expect(areaBelow(one)).toBeCloseTo(0.99, 9)
  expect(areaBelow(other)).toBeCloseTo(1 - 1 / (100 * Math.E), 5)
  const lucky = Math.sqrt(0.002) * (0.4227843351 * one + 0.5772156649 * other)
  const { sharpe } = best
  const score = ((sharpe - lucky) * Math.sqrt(1249)) / Math.sqrt(1 + 3 * sharpe + (9 / 4) * sharpe ** 2)
  expect(deflatedSharpe(best, { trials: 100, variance })).toBeCloseTo(areaBelow(score), 4)
})

test('a single trial is not deflated: the result is the probability of a ratio above 0', () => {
  const plain = { sharpe: 0.1, count: 401, skewness: 0, kurtosis: 3 }
  expect(deflatedSharpe(plain, { trials: 1, variance: 0 })).toBeCloseTo(areaBelow(2 / Math.sqrt(1.005)), 6)
})

test('the shape of returns is right for -1, 1 and for 0, 0, 0, 4', () => {
  expect(shapeOf([-1, 1])).toEqual({ sharpe: 0, count: 2, skewness: 0, kurtosis: 1 })
  // The returns have mean 1, variance 3; third moment (-1 -1 -1 +27)/4 = 6, fourth (1+1+1+81)/4 = 21.
  const shape = shapeOf([0, 0, 0, 4])
  expect(shape?.sharpe).toBeCloseTo(1 / Math.sqrt(3), 12)
  expect(shape?.skewness).toBeCloseTo(6 / 3 ** 1.5, 12)
  expect(shape?.kurtosis).toBeCloseTo(21 / 9, 12)
  expect([shapeOf([]), shapeOf([1]), shapeOf([1, 1])]).toEqual([undefined, undefined, undefined])
  expect(varianceOf([1, 2, 3, 4])).toBeCloseTo(5 / 3, 12)
})

test('normal probabilities and quantiles agree with the area and with each other', () => {
  for (const x of [-6, -3.2, -1, -0.01, 0, 0.5, 1.6448536269514722, 4]) {
    expect(normalShare(x)).toBeCloseTo(areaBelow(x), 9)
    expect(normalQuantile(normalShare(x))).toBeCloseTo(x, 6)
  }
  expect([normalShare(-40), normalShare(40)]).toEqual([0, 1])
})
