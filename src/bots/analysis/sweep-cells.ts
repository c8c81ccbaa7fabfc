import { randomOf } from '../../market/feed/random.ts'
import type { Json, StrategyParameter } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'

/** Values of one swept parameter: from `from` up to `to` in increments of `step`. */
export interface SweepRange {
  name: string
  from: number
  to: number
  step: number
}

export interface SweepCell {
  /** Index of the cell's value in each range, from 0 */
  at: readonly number[]
  params: { readonly [name: string]: Json }
}

export interface SweepPlan {
  strategy: string
  /** Base parameters; the values of the ranges override some of them */
  params: { readonly [name: string]: Json }
  ranges: readonly SweepRange[]
  /** Cells to run: all cells of the grid, or `count` of them drawn at random */
  search: { kind: 'grid' } | { kind: 'random'; count: number; seed?: number }
}

export type SweepCells =
  | {
      status: 'ready'
      cells: SweepCell[]
      counts: number[]
      /** Candles of warm-up that the most demanding cell needs */
      warmUp: number
    }
  | { status: 'invalid'; errors: SweepError[] }

export interface SweepError {
  /** Name of the faulty range; undefined for errors of the whole plan */
  name?: string
  problem: 'unknown' | 'order' | 'step' | 'bounds' | 'too-fine' | 'twice' | 'too-many' | 'none'
}

const maxCells = 2500
/** Max combinations that the strategy validates (it may refuse some); a page waits for the result */
const maxCombinations = 4000
/** Max values per range: the random draw can then reach every cell of two ranges */
const maxValues = 10_000

/**
 * Returns the cells of a sweep. Leaves out parameters that the strategy refuses, such as a fast average that is slower
 * than the slow one.
 */
export function cellsOf({ strategy: id, params, ranges, search }: SweepPlan): SweepCells {
  const strategy = findStrategy(id)
  const errors = ranges.flatMap((range, place): SweepError[] => {
    const problem = problemOf(range, strategy?.parameters ?? [])
    if (problem) return [{ name: range.name, problem }]
    const isTwice = ranges.findIndex(({ name }) => name === range.name) < place
    return isTwice ? [{ name: range.name, problem: 'twice' }] : []
  })
  if (ranges.length === 0) errors.push({ problem: 'none' })
  if (errors.length > 0 || !strategy) return { status: 'invalid', errors }
  const counts = ranges.map(countOf)
  const size = counts.reduce((product, count) => product * count, 1)
  const places = search.kind === 'grid' ? allPlaces(size) : randomPlaces(size, search)
  if (!places) return { status: 'invalid', errors: [{ problem: 'too-many' }] }
  let warmUp = 0
  const cells: SweepCell[] = []
  for (const place of places) {
    const at = coordinatesOf(place, counts)
    const cell = { at, params: { ...params } }
    for (const [axis, range] of ranges.entries()) cell.params[range.name] = valueAt(range, at[axis] ?? 0)
    // Fast path: building error messages of invalid parameters costs several times as much as the check itself.
    if (!strategy.params.safeParse(cell.params).success) continue
    const played = strategy.bind(cell.params)
    if (played.status !== 'ready') continue
    warmUp = Math.max(warmUp, played.playing.warmUp)
    cells.push(cell)
    if (search.kind === 'random' && cells.length === Math.min(search.count, maxCells)) break
    if (cells.length > maxCells) return { status: 'invalid', errors: [{ problem: 'too-many' }] }
  }
  if (cells.length === 0) return { status: 'invalid', errors: [{ problem: 'none' }] }
  return { status: 'ready', cells, counts, warmUp }
}

function problemOf(range: SweepRange, parameters: readonly StrategyParameter[]) {
  const { name, from, to, step } = range
  const parameter = parameters.find((each) => each.name === name)
  if (!parameter || parameter.unit === 'choice' || parameter.unit === 'text') return 'unknown'
  if (!(from <= to)) return 'order'
  if (!(step > 0)) return 'step'
  if (!(from >= parameter.min && to <= parameter.max)) return 'bounds'
  return countOf(range) > maxValues ? 'too-fine' : undefined
}

function countOf({ from, to, step }: SweepRange): number {
  return Math.floor((to - from) / step + 1e-9) + 1
}

/** Returns a value of a range, rounded to a plain decimal: 0.1 + 0.2 would give 0.30000000000000004. */
function valueAt({ from, step }: SweepRange, index: number): number {
  return Number((from + index * step).toFixed(8))
}

/** Returns all values of a valid range. */
export function valuesOf(range: SweepRange): number[] {
  return Array.from({ length: countOf(range) }, (_, index) => valueAt(range, index))
}

function allPlaces(size: number): Iterable<number> | undefined {
  return size > maxCombinations ? undefined : Array.from({ length: size }, (_, place) => place)
}

/** Draws distinct cells in random sequence, more than `count`, because the strategy may refuse some of them. */
function* randomPlaces(size: number, { count, seed = 1 }: { count: number; seed?: number }): Generator<number> {
  const random = randomOf(seed)
  const drawn = new Set<number>()
  const most = Math.min(size, maxCombinations)
  for (let draw = 0; draw < 40 * count && drawn.size < most; draw++) {
    const place = Math.floor(random.uniform() * size)
    if (drawn.has(place)) continue
    drawn.add(place)
    yield place
  }
}

/** Converts a cell number to one index per range. The last range varies fastest. */
function coordinatesOf(place: number, counts: readonly number[]): number[] {
  const at = new Array<number>(counts.length)
  let rest = place
  for (let axis = counts.length - 1; axis >= 0; axis--) {
    const count = counts[axis] ?? 1
    at[axis] = rest % count
    rest = Math.floor(rest / count)
  }
  return at
}
