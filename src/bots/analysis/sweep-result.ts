import type { Statistics } from '../backtest/statistics.ts'
import { deflatedSharpe, luckySharpe, varianceOf } from './deflated-sharpe.ts'
import { type Plateau, plateauOf } from './plateau.ts'
import type { SweepCell, SweepRange } from './sweep-cells.ts'
import type { SweptCell } from './sweep-work.ts'
import { boundsTouched, type Warning } from './warnings.ts'

/** What cells can be compared by: figures of `Statistics` of which more is better */
export const sweepScores = ['sharpe', 'profitShare', 'calmar', 'profitFactor'] as const

export type SweepScore = (typeof sweepScores)[number]

/** Undefined for what was not run, and for what so few trades do not tell. */
export function scoreOf(statistics: Statistics | undefined, by: SweepScore): number | undefined {
  return statistics?.[by]
}

export interface SweepResult {
  /** Place of the best cell */
  best: number
  /** Where it is good all around, which is to be believed rather than the peak */
  plateau: Plateau | undefined
  /** Cells that were tried: the more, the better the best one looks by luck */
  trials: number
  /** Annual Sharpe ratios, and the probability that the best cell's is above that of luck */
  deflated: { sharpe: number; lucky: number; probability: number } | undefined
  /** Ranges at whose end the best cell lies */
  warnings: Warning[]
}

/** Of equal ones the first of the plan: cells come back in any order. */
export function bestOf(
  swept: readonly SweptCell[],
  score: (cell: SweptCell) => number | undefined,
): SweptCell | undefined {
  let best: { cell: SweptCell; score: number } | undefined
  for (const cell of swept) {
    const own = score(cell)
    if (own === undefined) continue
    if (!best || own > best.score || (own === best.score && cell.index < best.cell.index)) best = { cell, score: own }
  }
  return best?.cell
}

const yearly = Math.sqrt(365)

/** Undefined before any cell has a score. @param swept  in any order, some may be missing */
export function sweepResult(
  { cells, ranges }: { cells: readonly SweepCell[]; ranges: readonly SweepRange[] },
  swept: readonly SweptCell[],
  by: SweepScore,
): SweepResult | undefined {
  const scored = swept.flatMap((cell) => {
    const score = scoreOf(cell.statistics, by)
    return score === undefined ? [] : [{ ...cell, score }]
  })
  const best = bestOf(swept, ({ statistics }) => scoreOf(statistics, by))
  if (!best) return undefined
  const known = scored.flatMap(({ index, score }) => (cells[index] ? [{ index, at: cells[index].at, score }] : []))
  const plateau = plateauOf(
    known,
    known.map(({ score }) => score),
  )
  const place = (at: number) => known[at]?.index ?? 0
  return {
    best: best.index,
    plateau: plateau && {
      ...plateau,
      index: place(plateau.index),
      neighbours: plateau.neighbours.map(place),
    },
    trials: swept.length,
    deflated: deflatedOf(best, swept),
    warnings: boundsTouched(
      ranges.map(({ name, from, to }) => ({ name, min: from, max: to })),
      cells[best.index]?.params ?? null,
    ),
  }
}

function deflatedOf({ shape }: SweptCell, swept: readonly SweptCell[]): SweepResult['deflated'] {
  if (!shape) return undefined
  const variance = varianceOf(swept.flatMap((cell) => cell.shape?.sharpe ?? []))
  const among = { trials: swept.length, variance }
  return {
    sharpe: shape.sharpe * yearly,
    lucky: luckySharpe(among) * yearly,
    probability: deflatedSharpe(shape, among),
  }
}
