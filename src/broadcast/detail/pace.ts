/** Broadcasts whose pace is remembered; the one that was looked at longest ago goes first */
const mostRemembered = 100
/** ms of which the pace is told */
const spanMs = 20_000
const leastSpanMs = 1000

interface Sample {
  at: number
  done: number
}

export interface Pace {
  /** Recipients a second lately; undefined until something is known */
  of(id: string, sample: Sample): number | undefined
}

/** Measured by whoever looks: each look is a sample. */
export function createPace(): Pace {
  const known = new Map<string, Sample[]>()
  return {
    of: (id, sample) => {
      const since = (known.get(id) ?? []).filter(({ at }) => at > sample.at - spanMs && at <= sample.at)
      known.delete(id)
      known.set(id, [...since, sample].slice(-60))
      for (const oldest of known.keys()) if (known.size > mostRemembered) known.delete(oldest)
      const [first] = since
      if (!first || sample.at - first.at < leastSpanMs) return undefined
      return Math.max(0, ((sample.done - first.done) * 1000) / (sample.at - first.at))
    },
  }
}
