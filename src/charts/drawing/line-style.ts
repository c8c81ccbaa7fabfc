import type { Drawing } from './drawing.ts'

/** Distance between the lines of a text, px */
export const lineHeight = 15

/** Opacity of faint lines, which are parts of a drawing that help to read it */
export const faint = 0.5

/** Lengths of dashes and gaps for lines one px wide */
const patterns = { dashed: [4, 3], dotted: [0.01, 2] }

/** Pattern of a drawing's lines, px; empty for solid lines. */
export function dashesOf({ dash, width = 2 }: Pick<Drawing, 'dash' | 'width'>, isFaint = false): number[] {
  const pattern = dash ?? (isFaint ? 'dashed' : undefined)
  return pattern ? patterns[pattern].map((length) => length * width) : []
}
