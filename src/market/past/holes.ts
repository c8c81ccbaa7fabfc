import type { Span } from '../span.ts'
import { minuteMs } from '../timeframe.ts'

/** Returns minutes of a span neither stored nor confirmed missing, ascending. @param there  stored openTimes */
export function holesOf(span: Span, there: readonly number[], missing: readonly Span[]): Span[] {
  const covered = [...there.map((openTime) => ({ from: openTime, to: openTime + minuteMs })), ...missing].sort(
    (a, b) => a.from - b.from,
  )
  const holes: Span[] = []
  let { from } = span
  for (const part of covered) {
    if (part.from >= span.to) break
    if (part.from > from) holes.push({ from, to: part.from })
    from = Math.max(from, part.to)
  }
  if (from < span.to) holes.push({ from, to: span.to })
  return holes
}
