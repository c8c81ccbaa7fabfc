export interface Mark {
  text: string
  isMatch: boolean
}

/** `places` may overlap and come in any order. */
export function markText(text: string, places: { start: number; end: number }[]): Mark[] {
  const marks: Mark[] = []
  let at = 0
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= at || end === start) continue
    const from = Math.max(start, at)
    if (from > at) marks.push({ text: text.slice(at, from), isMatch: false })
    marks.push({ text: text.slice(from, end), isMatch: true })
    at = end
  }
  if (at < text.length) marks.push({ text: text.slice(at), isMatch: false })
  return marks
}
