/** Max broadcasts whose pace is measured; the one viewed least recently is evicted */
const maxRemembered = 100
/** Time over which the pace is measured, ms */
const spanMs = 20_000
const minSpanMs = 1000

interface Sample {
  at: number
  done: number
}

export interface Pace {
  /** Returns the recent recipients per second; undefined until known */
  of(id: string, sample: Sample): number | undefined
}

/** Measures the pace of broadcasts: each view of a broadcast's page adds a sample. */
export function createPace(): Pace {
  const known = new Map<string, Sample[]>()
  return {
    of: (id, sample) => {
      const since = (known.get(id) ?? []).filter(({ at }) => at > sample.at - spanMs && at <= sample.at)
      known.delete(id)
      known.set(id, [...since, sample].slice(-60))
      for (const oldest of known.keys()) if (known.size > maxRemembered) known.delete(oldest)
      const [first] = since
      if (!first || sample.at - first.at < minSpanMs) return undefined
      return Math.max(0, ((sample.done - first.done) * 1000) / (sample.at - first.at))
    },
  }
}
