const below = '/**'

/** What an address is matched by: each step escaped in the one right way, none empty. Undefined for one that nothing can read. */
export function stepsOf(path: string): string[] | undefined {
  try {
    const steps = path.split('/').filter((step) => step !== '')
    return steps.map((step) => encodeURIComponent(decodeURIComponent(step)))
  } catch {
    return undefined
  }
}

export interface RulePath {
  /** Without `/**` */
  base: string
  takesBelow: boolean
}

/** @param written  `/old`, or `/old/**` for all below it too */
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
