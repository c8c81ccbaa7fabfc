export interface VariantCount {
  variant: number
  sent: number
  clicked: number
}

/** Minimum data for a verdict: recipients of each variant, and people who clicked in total */
export const minSent = 100
export const minClicked = 20

export interface Comparison {
  /** Variant with the largest share of clicks; of equal variants, the first */
  leader: number
  /**
   * `few`: there is too little data; `unclear`: the leader's difference to another variant may be chance; `ahead`: the
   * difference is larger than chance explains, at 95 % for all pairs together
   */
  verdict: 'few' | 'unclear' | 'ahead'
  /** Share of the leader minus that of each other variant, −1 to 1, with the interval of the difference */
  differences: { variant: number; difference: number; from: number; to: number }[]
}

/** Two-sided 95 % quantiles, divided among 1, 3 or 6 pairs (Bonferroni): the leader was picked from all variants. */
const quantiles: Readonly<Record<number, number>> = { 2: 1.959964, 3: 2.39398, 4: 2.638257 }

export function compareVariants(counts: readonly VariantCount[]): Comparison | undefined {
  const [first, ...others] = counts
  if (!first || others.length === 0) return undefined
  const best = others.reduce((lead, each) => (shareOf(each) > shareOf(lead) ? each : lead), first)
  const z = quantiles[counts.length] ?? quantiles[4] ?? 0
  const differences = counts
    .filter((each) => each !== best)
    .map((each) => ({ variant: each.variant, ...differenceOf(best, each, z) }))
  const clicked = counts.reduce((sum, each) => sum + each.clicked, 0)
  const isFew = clicked < minClicked || counts.some(({ sent }) => sent < minSent)
  const isAhead = differences.every(({ from }) => from > 0)
  return { leader: best.variant, verdict: isFew ? 'few' : isAhead ? 'ahead' : 'unclear', differences }
}

export function shareOf({ sent, clicked }: Pick<VariantCount, 'sent' | 'clicked'>): number {
  return sent === 0 ? 0 : clicked / sent
}

/** Difference of two shares, from the Wilson interval of each (Newcombe 1998, method 10): valid for few clicks too. */
function differenceOf(one: VariantCount, other: VariantCount, z: number) {
  const [a, b] = [wilson(one, z), wilson(other, z)]
  const difference = a.share - b.share
  return {
    difference,
    from: difference - Math.hypot(a.share - a.from, b.to - b.share),
    to: difference + Math.hypot(a.to - a.share, b.share - b.from),
  }
}

function wilson(count: VariantCount, z: number) {
  const share = shareOf(count)
  const { sent } = count
  if (sent === 0) return { share, from: 0, to: 1 }
  const middle = share + (z * z) / (2 * sent)
  const reach = z * Math.sqrt((share * (1 - share)) / sent + (z * z) / (4 * sent * sent))
  const whole = 1 + (z * z) / sent
  return { share, from: Math.max(0, (middle - reach) / whole), to: Math.min(1, (middle + reach) / whole) }
}
