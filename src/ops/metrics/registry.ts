export type Labels = Readonly<Record<string, string>>

interface Sample {
  labels?: Labels
  value: number
}

interface Naming {
  /** E.g. `kurs_requests`; the suffix `_total` of a counter is added when it is written */
  name: string
  help: string
}

interface Counter {
  add(labels: Labels, by?: number): void
  /** Returns the counter of a series, for hot paths: avoids the look-up by labels */
  cell(labels: Labels): { add(): void }
}

interface Histogram {
  /** @param value  in the unit at the end of the name */
  observe(labels: Labels, value: number): void
}

export interface HistogramSample {
  labels: Labels
  /** Counts per bucket, not cumulative; the last count is for values above all bounds */
  counts: readonly number[]
  sum: number
}

export type FamilySamples = Naming &
  (
    | { kind: 'counter' | 'gauge'; samples: readonly Sample[] }
    | { kind: 'histogram'; bounds: readonly number[]; samples: readonly HistogramSample[] }
  )

export interface Registry {
  counter(naming: Naming): Counter
  histogram(naming: Naming & { bounds: readonly number[] }): Histogram
  /** @param read  called at each scrape; if it fails, the metric's family has no samples */
  collect(kind: 'counter' | 'gauge', naming: Naming, read: () => readonly Sample[] | Promise<readonly Sample[]>): void
  read(): Promise<FamilySamples[]>
}

/** Max number of series per family, as a safeguard: labels come from fixed sets, so exceeding it is a bug. */
export const maxSeries = 2000
const beyond = 'other'

/** Bounds of duration buckets in seconds, from an answer out of memory to an answer that waits for a queue */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Timeout of one metric, ms: Prometheus waits ten seconds for all metrics, as long as an unresponsive database server
 * may take
 */
const patienceMs = 2000

export function createRegistry(): Registry {
  const families: (() => Promise<FamilySamples>)[] = []
  const unread = createSeries((labels) => ({ labels, value: 0 }))
  /** Leaves out a metric that cannot be read in time, e.g. because a database is down. */
  const samplesOf = async (name: string, read: () => readonly Sample[] | Promise<readonly Sample[]>) => {
    try {
      return await within(patienceMs, read())
    } catch {
      unread.of({ metric: name }).value++
      return []
    }
  }
  const failures = { name: 'kurs_metrics_unread', help: 'Metrics that could not be read, each time somebody asked' }
  return {
    counter: (naming) => {
      const series = createSeries((labels) => ({ labels, value: 0 }))
      families.push(async () => ({ ...naming, kind: 'counter', samples: series.all() }))
      return {
        add: (labels, by = 1) => {
          series.of(labels).value += by
        },
        cell: (labels) => {
          const one = series.of(labels)
          return {
            add: () => {
              one.value++
            },
          }
        },
      }
    },
    histogram: ({ bounds, ...naming }) => {
      const series = createSeries((labels) => ({
        labels,
        counts: new Array<number>(bounds.length + 1).fill(0),
        sum: 0,
      }))
      families.push(async () => ({ ...naming, kind: 'histogram', bounds, samples: series.all() }))
      return {
        observe: (labels, value) => {
          const one = series.of(labels)
          const at = bounds.findIndex((bound) => value <= bound)
          const bucket = at < 0 ? bounds.length : at
          one.counts[bucket] = (one.counts[bucket] ?? 0) + 1
          one.sum += value
        },
      }
    },
    collect: (kind, naming, read) => {
      families.push(async () => ({ ...naming, kind, samples: await samplesOf(naming.name, read) }))
    },
    read: async () => {
      const read = await Promise.all(families.map((family) => family()))
      return [...read, { ...failures, kind: 'counter', samples: unread.all() }]
    },
  }
}

function createSeries<Series>(make: (labels: Labels) => Series) {
  const known = new Map<string, Series>()
  return {
    of: (labels: Labels): Series => {
      const key = Object.values(labels).join('\0')
      const found = known.get(key)
      if (found) return found
      const isFull = known.size >= maxSeries
      const own = isFull ? Object.fromEntries(Object.keys(labels).map((name) => [name, beyond])) : labels
      const ownKey = isFull ? Object.values(own).join('\0') : key
      const made = known.get(ownKey) ?? make(own)
      known.set(ownKey, made)
      return made
    },
    all: () => [...known.values()],
  }
}

/** Waits for an answer. @throws Error on timeout */
async function within<Answer>(ms: number, answer: Answer | Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, ms, new Error(`No answer in ${ms} ms`))
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
