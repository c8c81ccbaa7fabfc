const below = '/**'

/** Normalizes a path for matching: non-empty segments in canonical percent-encoding. Undefined for invalid encoding. */
export function stepsOf(path: string): string[] | undefined {
  try {
    const steps = path.split('/').filter((step) => step !== '')
    return steps.map((step) => encodeURIComponent(decodeURIComponent(step)))
  } catch {
    return undefined
  }
}

export interface RulePath {
  /** Path without `/**` */
  base: string
  takesBelow: boolean
}

/** @param written  `/old`, or `/old/**` to include everything below */
export function rulePath(written: string): RulePath {
  const takesBelow = written.endsWith(below)
  return { base: takesBelow ? written.slice(0, -below.length) : written, takesBelow }
}

export function haveInCommon(one: RulePath, other: RulePath): boolean {
  const [mine, theirs] = [stepsOf(one.base) ?? [], stepsOf(other.base) ?? []]
  const [short, long] = mine.length <= theirs.length ? [one, theirs] : [other, mine]
  const steps = short === one ? mine : theirs
  return steps.every((step, at) => step === long[at]) && (steps.length === long.length || short.takesBelow)
}
