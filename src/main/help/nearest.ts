import { distanceOf } from '../../content/search/spelling.ts'

/** @returns the probably intended name: at most two edits away, or an unambiguous prefix */
export function nearestTo(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const ranked = known.map((name) => ({ name, edits: distanceOf(lower, name) })).sort((a, b) => a.edits - b.edits)
  const [first] = ranked
  // At most one edit per three letters: two edits would turn a short word into a different one.
  if (first && first.edits <= Math.min(2, Math.floor(lower.length / 3))) return first.name
  const begun = known.filter((name) => lower.length >= 3 && (name.startsWith(lower) || lower.startsWith(name)))
  return begun.length === 1 ? begun[0] : undefined
}
