import type { Drawing } from './drawing.ts'
import type { PositionPlan } from './position-plan.ts'
import type { Spot } from './projection.ts'

/** Shape of a drawing in px, drawn as SVG on the page and on a canvas in a downloaded picture. */
export type Shape =
  | { type: 'line'; from: Spot; to: Spot; isFaint?: boolean }
  | { type: 'path'; spots: readonly Spot[] }
  /** Filled rectangle; its own color is used instead of the drawing's */
  | { type: 'box'; x: number; y: number; width: number; height: number; color?: string }
  /** Invisible rectangle that takes presses */
  | { type: 'area'; x: number; y: number; width: number; height: number }
  /** Text at a spot; with the anchor `end`, its lines end at the spot */
  | { type: 'text'; at: Spot; lines: readonly string[]; anchor: 'start' | 'middle' | 'end' }
  | { type: 'handle'; at: Spot }

export interface PositionTexts {
  target: string
  stop: string
  ratio: string
}

export interface ShapeTexts {
  price(value: number): string
  time(ms: number): string
  measure(drawing: Drawing): readonly string[]
  position(plan: PositionPlan): PositionTexts
}
