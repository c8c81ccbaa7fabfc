import { normalQuantile, normalShare } from './normal.ts'

/** Sharpe ratio and shape of returns, none of it by the year. */
export interface ReturnsShape {
  /** Mean by deviation of one return */
  sharpe: number
  count: number
  /** 0 for normal ones */
  skewness: number
  /** 3 for normal ones */
  kurtosis: number
}

/** Euler–Mascheroni */
const gamma = 0.5772156649015329

/** Undefined where nothing varies, or below two returns. */
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

/** The best Sharpe ratio that so many trials without any skill would show. @param variance  of the trials' ratios */
export function luckySharpe({ trials, variance }: { trials: number; variance: number }): number {
  if (trials < 2) return 0
  const [one, other] = [normalQuantile(1 - 1 / trials), normalQuantile(1 - 1 / (trials * Math.E))]
  return Math.sqrt(variance) * ((1 - gamma) * one + gamma * other)
}

/**
 * Probability that the best of many trials has any skill: that its true Sharpe ratio is above what luck shows in as many.
 * Bailey and López de Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management 40 (5), 2014. Trials are taken for
 * independent; neighbours of a sweep are not, so that it errs towards doubt.
 */
export function deflatedSharpe(
  { sharpe, count, skewness, kurtosis }: ReturnsShape,
  among: { trials: number; variance: number },
): number {
  const spread = Math.sqrt(Math.max(Number.EPSILON, 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2))
  return normalShare(((sharpe - luckySharpe(among)) * Math.sqrt(count - 1)) / spread)
}

/** Of the ratios of all trials, those without any left out. */
export function varianceOf(sharpes: readonly number[]): number {
  if (sharpes.length < 2) return 0
  const mean = sharpes.reduce((sum, value) => sum + value, 0) / sharpes.length
  return sharpes.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sharpes.length - 1)
}
