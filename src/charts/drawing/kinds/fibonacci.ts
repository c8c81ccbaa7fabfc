import { spotOf } from '../projection.ts'
import type { Shape } from '../shape.ts'
import { ends, type KindEntry, type KindFrame, three } from './kind.ts'
import { lineOf } from './lines.ts'

const retracements = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const
const extensions = [0, 0.382, 0.618, 1, 1.272, 1.618, 2.618] as const

/** Least length of the levels of an extension, px */
const least = 80

export interface PriceOfRatio {
  ratio: number
  price: number
}

/** Levels of a move from its first to its second price: 0 at the end of the move, 1 at its start. */
export function retracementLevels(from: number, to: number): PriceOfRatio[] {
  return retracements.map((ratio) => ({ ratio, price: to + (from - to) * ratio }))
}

/** Levels of a move from its first to its second price, repeated from a third one. */
export function extensionLevels(from: number, to: number, base: number): PriceOfRatio[] {
  return extensions.map((ratio) => ({ ratio, price: base + (to - from) * ratio }))
}

interface Levels {
  levels: PriceOfRatio[]
  left: number
  right: number
}

function kindOf(levelsOf: (frame: KindFrame) => Levels): Pick<KindEntry, 'outline' | 'labels'> {
  return {
    outline: (frame) => {
      const { levels, left, right } = levelsOf(frame)
      const [a, b, c] = frame.spots
      const moves = [lineOf(a, b), ...(c ? [lineOf(b, c)] : [])].map((move) => ({ ...move, isFaint: true }))
      const lines = levels.map(({ price }) => {
        const { y } = spotOf(frame.projection, [0, price])
        return lineOf({ x: left, y }, { x: right, y })
      })
      return [...moves, ...lines]
    },
    labels: (frame, texts) => {
      const { levels, left } = levelsOf(frame)
      return levels.map(({ ratio, price }): Shape => {
        const { y } = spotOf(frame.projection, [0, price])
        const lines = [`${ratio} (${texts.price(price)})`]
        return { type: 'text', at: { x: left + 4, y: y - 4 }, lines, anchor: 'start' }
      })
    },
  }
}

export const fibonacci: KindEntry = {
  presses: 2,
  handles: ends,
  ...kindOf(({ drawing: { points }, spots: [a, b] }) => ({
    levels: retracementLevels(points[0][1], points[1][1]),
    left: Math.min(a.x, b.x),
    right: Math.max(a.x, b.x),
  })),
}

export const extension: KindEntry = {
  presses: 3,
  handles: three,
  ...kindOf(({ drawing: { points }, spots: [, b, c = b] }) => {
    const left = Math.min(b.x, c.x)
    const levels = extensionLevels(points[0][1], points[1][1], (points[2] ?? points[1])[1])
    return { levels, left, right: Math.max(b.x, c.x, left + least) }
  }),
}
