import { distanceOf } from '../../content/search/edits.ts'

/** @returns what was probably meant: at most two edits away, or begun like it */
export function nearestTo(word: string, known: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const ranked = known.map((name) => ({ name, edits: distanceOf(lower, name) })).sort((a, b) => a.edits - b.edits)
  const [first] = ranked
  // Two edits make another word of a short one.
  if (first && first.edits <= Math.min(2, Math.floor(lower.length / 3))) return first.name
  const begun = known.filter((name) => lower.length >= 3 && (name.startsWith(lower) || lower.startsWith(name)))
  return begun.length === 1 ? begun[0] : undefined
}
