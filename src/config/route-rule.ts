export interface RouteRule {
  /** Path that the rule redirects; with `/**` at its end, that path and everything below it */
  from: string
  /**
   * Target of the redirect: a path of the site or a URL elsewhere; `/**` at its end is replaced with the matched rest
   */
  to: string
  status: 301 | 302 | 307 | 308
}

const below = '/**'

/**
 * Normalizes a path for matching: returns its non-empty segments in canonical percent-encoding. Undefined for invalid
 * encoding.
 */
export function stepsOf(path: string): string[] | undefined {
  try {
    const steps = path.split('/').filter((step) => step !== '')
    return steps.map((step) => encodeURIComponent(decodeURIComponent(step)))
  } catch {
    return undefined
  }
}

export interface RulePath {
  /** Path of the rule without `/**` */
  base: string
  includesBelow: boolean
}

/** @param written  `/old`, or `/old/**` to include everything below */
export function rulePath(written: string): RulePath {
  const includesBelow = written.endsWith(below)
  return { base: includesBelow ? written.slice(0, -below.length) : written, includesBelow }
}

export function overlap(one: RulePath, other: RulePath): boolean {
  const [mine, theirs] = [stepsOf(one.base) ?? [], stepsOf(other.base) ?? []]
  const [short, long] = mine.length <= theirs.length ? [one, theirs] : [other, mine]
  const steps = short === one ? mine : theirs
  return steps.every((step, at) => step === long[at]) && (steps.length === long.length || short.includesBelow)
}
