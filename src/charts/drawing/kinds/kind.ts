import type { Drawing, Points } from '../drawing.ts'
import type { Handle, Projection, Spot } from '../projection.ts'
import type { Shape, ShapeTexts } from '../shape.ts'

/** A drawing with the px of its points in one frame */
export interface KindFrame {
  drawing: Drawing
  projection: Projection
  spots: [Spot, Spot, ...Spot[]]
}

export interface KindEntry {
  /** Number of presses that place a drawing; `stroke`: its points follow the pointer while it is pressed */
  presses: 1 | 2 | 3 | 'stroke'
  handles: readonly Handle[]
  /** Lines and boxes that are drawn and can be pressed, px */
  outline(frame: KindFrame): Shape[]
  /** Texts and marks that cannot be pressed */
  labels?(frame: KindFrame, texts: ShapeTexts): Shape[]
  /** Derives points that are not placed by a press */
  complete?(points: Points): Points
}

export const ends: readonly Handle[] = [
  { time: 0, price: 0 },
  { time: 1, price: 1 },
]
export const corners: readonly Handle[] = [...ends, { time: 0, price: 1 }, { time: 1, price: 0 }]
export const single: readonly Handle[] = [{ time: 0, price: 0 }]
export const three: readonly Handle[] = [...ends, { time: 2, price: 2 }]

export function boxOf(a: Spot, b: Spot, color?: string): Shape {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const box = { type: 'box', x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) } as const
  return color ? { ...box, color } : box
}
