/** Max broadcasts whose pace is kept; the least recently viewed is evicted */
const maxRemembered = 100
/** ms over which the pace is measured */
const spanMs = 20_000
const minSpanMs = 1000

interface Sample {
  at: number
  done: number
}

export interface Pace {
  /** Recent recipients per second; undefined until known */
  of(id: string, sample: Sample): number | undefined
}

/** Each view of the page adds a sample. */
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
