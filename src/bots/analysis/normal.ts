/** Probability that a standard normal value is at most `x`; accurate to 14 digits. */
export function normalShare(x: number): number {
  // Beyond these, the result is 0 or 1 in a float64.
  if (x < -8.3) return 0
  if (x > 8.3) return 1
  // ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + …)
  let [term, sum] = [x, x]
  for (let odd = 3; sum + term !== sum; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

/** Quantile of the standard normal distribution. @param share  between 0 and 1, both exclusive */
export function normalQuantile(share: number): number {
  let [low, high] = [-8.3, 8.3]
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2
    if (normalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
