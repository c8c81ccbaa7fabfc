/** Sharpe ratio and shape of a series of returns, not annualized */
export interface ReturnsShape {
  /** Mean of the returns divided by their standard deviation */
  sharpe: number
  count: number
  /** Skewness of the returns: 0 for a normal distribution */
  skewness: number
  /** Kurtosis of the returns: 3 for a normal distribution */
  kurtosis: number
}

/** Euler–Mascheroni constant, for the expected maximum of many trials */
const gamma = 0.5772156649015329

/** Computes the shape of returns. Undefined if all returns are equal or there are fewer than two. */
export function shapeOf(returns: readonly number[]): ReturnsShape | undefined {
  const count = returns.length
  const mean = returns.reduce((sum, value) => sum + value, 0) / count
  const moment = (power: number) => returns.reduce((sum, value) => sum + (value - mean) ** power, 0) / count
  const deviation = Math.sqrt(moment(2))
  if (count < 2 || deviation === 0) return undefined
  return {
    sharpe: mean / deviation,
    count,
    skewness: moment(3) / deviation ** 3,
    kurtosis: moment(4) / deviation ** 4,
  }
}

/** Expected best Sharpe ratio among trials without any skill. @param variance  of the trials' Sharpe ratios */
export function expectedMaxSharpe({ trials, variance }: { trials: number; variance: number }): number {
  if (trials < 2) return 0
  const [one, other] = [normalQuantile(1 - 1 / trials), normalQuantile(1 - 1 / (trials * Math.E))]
  return Math.sqrt(variance) * ((1 - gamma) * one + gamma * other)
}

/**
 * Probability that the best of many trials has any skill, i.e. that its true Sharpe ratio is above the best ratio that
 * luck gives in as many trials.
 * Bailey and López de Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management 40 (5), 2014.
 * Assumes independent trials. Neighbors in a sweep are not independent, so the result is too low rather than too high.
 */
export function deflatedSharpe(
  { sharpe, count, skewness, kurtosis }: ReturnsShape,
  among: { trials: number; variance: number },
): number {
  const spread = Math.sqrt(Math.max(Number.EPSILON, 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2))
  return normalShare(((sharpe - expectedMaxSharpe(among)) * Math.sqrt(count - 1)) / spread)
}

/** Variance of Sharpe ratios; pass those of all trials. */
export function varianceOf(sharpes: readonly number[]): number {
  if (sharpes.length < 2) return 0
  const mean = sharpes.reduce((sum, value) => sum + value, 0) / sharpes.length
  return sharpes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sharpes.length - 1)
}

/** Returns the probability that a standard normal value is at most `x`; accurate to 14 digits. */
export function normalShare(x: number): number {
  // Beyond these values of `x`, the result is 0 or 1 in a float64.
  if (x < -8.3) return 0
  if (x > 8.3) return 1
  // Series of the normal distribution: ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …)
  let [term, sum] = [x, x]
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

/** Returns a quantile of the standard normal distribution. @param share  between 0 and 1, both exclusive */
export function normalQuantile(share: number): number {
  let [low, high] = [-8.3, 8.3]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
