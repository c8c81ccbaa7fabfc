/** Outcomes that are looked at, the newest */
const span = 40
/** So many of them bad ones are no chance: something is wrong with more than some recipients. */
const mostBad = 20

/** Broadcasts at once; the least recently noted leaves. */
const mostShares = 100

/** Of each broadcast that this process sends. */
export function createFailureShare(): {
  /** @returns whether it is time to stop; it is then forgotten */
  note(id: string, isBad: boolean): boolean
} {
  const known = new Map<string, boolean[]>()
  return {
    note: (id, isBad) => {
      const outcomes = [...(known.get(id) ?? []), isBad].slice(-span)
      const isTooMuch = outcomes.filter(Boolean).length >= mostBad
      known.delete(id)
      if (!isTooMuch) known.set(id, outcomes)
      const [oldest] = known.keys()
      if (known.size > mostShares && oldest !== undefined) known.delete(oldest)
      return isTooMuch
    },
  }
}
