import type { Color } from './color.ts'

export interface Stroke {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** Change of saturation and brightness by each arrow key, percent */
const arrows: Record<string, [s: number, v: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
  Home: [-100, 0],
  End: [100, 0],
}

/** Moves the point of the color area by an arrow key; with Shift ten times as far. */
export function moved({ h, s, v }: Color, stroke: Stroke): Pick<Color, 'h' | 's' | 'v'> | undefined {
  const arrow = arrows[stroke.key]
  if (!arrow || isShortcut(stroke)) return undefined
  const far = stroke.shiftKey ? 10 : 1
  const step = (share: number, percent: number) => {
    return Math.min(1, Math.max(0, Math.round(share * 100 + percent * far) / 100))
  }
  return { h, s: arrow[0] === 0 ? s : step(s, arrow[0]), v: arrow[1] === 0 ? v : step(v, arrow[1]) }
}

/**
 * Extra step of a slider for an arrow key with Shift; 0 without Shift, because the browser then moves the slider
 * itself.
 */
export function leap(stroke: Stroke): number {
  if (!stroke.shiftKey || isShortcut(stroke)) return 0
  if (stroke.key === 'ArrowRight' || stroke.key === 'ArrowUp') return 10
  return stroke.key === 'ArrowLeft' || stroke.key === 'ArrowDown' ? -10 : 0
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

/** Number in a field after an arrow key was pressed, limited to the field's range. */
export function stepped(value: number, most: number, { key, shiftKey }: Stroke): number | undefined {
  const by = steps[key]
  return by === undefined ? undefined : Math.min(most, Math.max(0, value + by * (shiftKey ? 10 : 1)))
}

function isShortcut({ altKey, ctrlKey, metaKey }: Stroke): boolean {
  return altKey || ctrlKey || metaKey
}
