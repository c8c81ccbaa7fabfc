import type { Points } from '../drawing.ts'
import { lineHeight } from '../line-style.ts'
import { positionPlan } from '../position-plan.ts'
import type { Handle } from '../projection.ts'
import { boxOf, type KindEntry } from './kind.ts'
import { lineOf } from './lines.ts'

/** Reward for one unit of risk of a new position */
const usualRatio = 2

/** The second press sets the distance to the stop, wherever it is; the target is twice as far on the other side. */
function completed(side: 1 | -1): (points: Points) => Points {
  return ([[time, entry], [end, price]]) => {
    const risk = Math.abs(price - entry)
    return [
      [time, entry],
      [end, entry - side * risk],
      [end, entry + side * risk * usualRatio],
    ]
  }
}

/** The target is drawn at the time of the stop, so the handles of both set that time. */
const handles: readonly Handle[] = [
  { time: 0, price: 0 },
  { time: 1, price: 1 },
  { time: 1, price: 2 },
]

/** Colors of gain and loss, legible on both backgrounds */
const [gain, loss] = ['#16a34a', '#dc2626']

function position(side: 1 | -1): KindEntry {
  return {
    presses: 2,
    handles,
    complete: completed(side),
    outline: ({ spots: [entry, stop, target = stop] }) => [
      boxOf(entry, { x: stop.x, y: target.y }, gain),
      boxOf(entry, stop, loss),
      lineOf(entry, { x: stop.x, y: entry.y }),
    ],
    labels: ({ drawing, spots: [entry, stop, target = stop] }, texts) => {
      const x = (entry.x + stop.x) / 2
      const lines = texts.position(positionPlan(drawing))
      const outside = (y: number) => (y <= entry.y ? y - 6 : y + lineHeight)
      return [
        { type: 'text', at: { x, y: outside(target.y) }, lines: [lines.target], anchor: 'middle' },
        { type: 'text', at: { x, y: outside(stop.y) }, lines: [lines.stop], anchor: 'middle' },
        { type: 'text', at: { x, y: entry.y - 6 }, lines: [lines.ratio], anchor: 'middle' },
      ]
    },
  }
}

export const long = position(1)
export const short = position(-1)
