import type { Span } from '../../market/span.ts'

/** Part of a span that a gesture moves: its start, its end, or both */
export type Grip = 'start' | 'end' | 'whole'

export interface Limits extends Span {
  /** Shortest and longest span that can be shown, ms */
  min: number
  max: number
}

/** Moves a span, or one of its ends, by a time, ms, as far as the limits allow. */
export function movedSpan({ from, to }: Span, grip: Grip, by: number, limits: Limits): Span {
  const { min, max } = limits
  if (grip === 'start') return { from: clamp(from + by, Math.max(limits.from, to - max), to - min), to }
  if (grip === 'end') return { from, to: clamp(to + by, from + min, Math.min(limits.to, from + max)) }
  const length = to - from
  const start = clamp(from + by, limits.from, limits.to - length)
  return { from: start, to: start + length }
}

/** Time by which a key moves a span, ms; undefined for keys without a meaning. */
export function keyStep(key: string, isFast: boolean, { from, to }: Span, limits: Span): number | undefined {
  const length = to - from
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return isFast ? -length : -length / 10
    case 'ArrowRight':
    case 'ArrowUp':
      return isFast ? length : length / 10
    case 'PageDown':
      return -length
    case 'PageUp':
      return length
    case 'Home':
      return limits.from - limits.to
    case 'End':
      return limits.to - limits.from
    default:
      return undefined
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
