import type { AnyStrategy } from '../engine/strategy.ts'
import { breakout } from './breakout.ts'
import { dca } from './dca.ts'
import { grid } from './grid.ts'
import { maCross } from './ma-cross.ts'
import { rsi } from './rsi.ts'

export const strategies: readonly AnyStrategy[] = [dca, grid, maCross, rsi, breakout]

export function findStrategy(id: string): AnyStrategy | undefined {
  return strategies.find((strategy) => strategy.id === id)
}
