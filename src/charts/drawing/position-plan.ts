import type { Drawing } from './drawing.ts'

export interface PositionPlan {
  entry: number
  stop: number
  target: number
  /** Distance from entry to target and to stop, in prices; negative if it is on the wrong side of the entry */
  reward: number
  risk: number
  /** Reward for one unit of risk; undefined if the stop or the target is not on its side of the entry */
  ratio: number | undefined
  /** Loss at the stop and gain at the target for the size of the position; undefined without a size */
  money: { risk: number; reward: number } | undefined
}

/** Figures of a planned position. Its points are the entry, the stop, and the target. */
export function positionPlan({ kind, points, size }: Pick<Drawing, 'kind' | 'points' | 'size'>): PositionPlan {
  const side = kind === 'short' ? -1 : 1
  const [[, entry], [, stop], [, target] = points[1]] = points
  const [reward, risk] = [(target - entry) * side, (entry - stop) * side]
  return {
    ...{ entry, stop, target, reward, risk },
    ratio: risk > 0 && reward > 0 ? reward / risk : undefined,
    money: size ? { risk: risk * size, reward: reward * size } : undefined,
  }
}
