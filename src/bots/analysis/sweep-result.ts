import { type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { dailyReturns, type Statistics, statisticsOf } from '../backtest/statistics.ts'
import type { Json } from '../engine/strategy.ts'
import { deflatedSharpe, expectedMaxSharpe, type ReturnsShape, shapeOf, varianceOf } from './deflated-sharpe.ts'
import type { SweepCell, SweepRange } from './sweep-cells.ts'
import { outOfSample, type Part, runUntil, type Span } from './walk-forward.ts'
import { boundsTouched, type Warning } from './warnings.ts'

/** One task of a worker thread. Its minutes are in shared memory, so sending them to the thread costs nothing. */
export type SweepWork =
  | { kind: 'cells'; task: BacktestTask; cells: readonly { index: number; params: Json }[]; ends: readonly number[] }
  | { kind: 'part'; task: BacktestTask; span: Span }

export interface SweptCell {
  /** Index of the cell in the plan */
  index: number
  /** Figures of the cell; undefined if its run failed, for example because its money exceeded the possible range */
  statistics: Statistics | undefined
  shape: ReturnsShape | undefined
  /** Statistics of the run if it had ended at each of the requested times */
  inSample: Statistics[]
}

export type SweepReply =
  | { kind: 'cells'; cells: SweptCell[] }
  | { kind: 'part'; part: Part }
  | { kind: 'failed'; message: string }

export function doSweepWork(work: SweepWork): SweepReply {
  if (work.kind === 'part') return { kind: 'part', part: outOfSample(work.task, work.span) }
  const { task, cells, ends } = work
  return { kind: 'cells', cells: cells.map(({ index, params }) => sweptCell(index, { ...task, params }, ends)) }
}

/** Runs one cell and returns only the figures, to bound memory. */
function sweptCell(index: number, task: BacktestTask, ends: readonly number[]): SweptCell {
  try {
    const run = runBacktest(task)
    const inSample = ends.map((end) => statisticsOf(runUntil(run, end), task))
    const shape = shapeOf(dailyReturns(run.marks, task.capital))
    return { index, statistics: statisticsOf(run, task), shape, inSample }
  } catch (error) {
    if (error instanceof RangeError) return { index, statistics: undefined, shape: undefined, inSample: [] }
    throw error
  }
}

/** Figures of `Statistics` by which cells can be compared; the higher the figure, the better the cell */
export const sweepScores = ['sharpe', 'profitShare', 'calmar', 'profitFactor'] as const

export type SweepScore = (typeof sweepScores)[number]

/** Returns the score of a cell. Undefined if the cell has no result, or too few trades for the figure. */
export function scoreOf(statistics: Statistics | undefined, by: SweepScore): number | undefined {
  return statistics?.[by]
}

export interface SweepResult {
  /** Index of the cell with the highest score */
  best: number
  /** Best region of neighboring cells, more trustworthy than the single best cell */
  plateau: Plateau | undefined
  /** Number of cells tried. The more cells there are, the better the best one looks by luck. */
  trials: number
  /** Annual Sharpe ratios of the best cell and of luck, and the probability that the best cell beats luck */
  deflated: { sharpe: number; lucky: number; probability: number } | undefined
  /** Warnings about ranges at whose end the best cell lies */
  warnings: Warning[]
}

/**
 * Returns the cell with the highest score. Of cells with equal scores, the first in the plan wins, because results
 * arrive in any order.
 */
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

/** Evaluates a sweep. Undefined until a cell has a score. @param swept  finished cells in any order, maybe not all */
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
    lucky: expectedMaxSharpe(among) * yearly,
    probability: deflatedSharpe(shape, among),
  }
}

interface Plateau {
  /** Index of the center among the cells */
  index: number
  /** Mean score of the center and its neighbors */
  mean: number
  neighbours: number[]
}

/**
 * Finds the cell with the best mean over itself and its neighbors, because a single peak among bad cells is luck.
 * Neighbors differ by at most one step in each range. Skips cells with fewer than half of the possible neighbors.
 */
export function plateauOf(cells: readonly Pick<SweepCell, 'at'>[], scores: readonly number[]): Plateau | undefined {
  const places = new Map(cells.map(({ at }, index) => [at.join(), index]))
  let best: Plateau | undefined
  for (const [index, { at }] of cells.entries()) {
    const neighbours = around(at).flatMap((each) => places.get(each.join()) ?? [])
    if (neighbours.length < (3 ** at.length - 1) / 2) continue
    const mean = [index, ...neighbours].reduce((sum, each) => sum + (scores[each] ?? 0), 0) / (neighbours.length + 1)
    if (!best || mean > best.mean) best = { index, mean, neighbours }
  }
  return best
}

function around(at: readonly number[]): number[][] {
  const all = at.reduce<number[][]>(
    (found, place) => found.flatMap((begun) => [-1, 0, 1].map((shift) => [...begun, place + shift])),
    [[]],
  )
  return all.filter((each) => each.some((place, axis) => place !== at[axis]))
}
