import { expect, test } from 'bun:test'
import { wholeMoney } from '../engine/money.ts'
import { arrangeLines, type BotLine, totalsOf } from './bot-line.ts'

function lineOf(dayProfit: number | undefined, more: Partial<BotLine> = {}): BotLine {
  const [equity, profit, none] = [wholeMoney(110), wholeMoney(10), wholeMoney(0)]
  const money = { capital: wholeMoney(100), equity, profit, realised: none, unrealised: profit, fees: none }
  const unknown = { price: undefined, buyAndHold: undefined, winRate: undefined, position: undefined }
  const day = { dayProfit: dayProfit === undefined ? undefined : wholeMoney(dayProfit) }
  const figures = { ...money, ...unknown, ...day, profitShare: 0.1, maxDrawdown: 0, sales: 0, wins: 0, spark: [] }
  const names = { id: 'a', name: 'A', asset: 'BTCUSDT', pair: 'BTC/USDT', quote: 'USDT', strategyName: 'RSI' }
  const life = { state: 'stopped' as const, reason: null, startedAt: 0, history: { marks: [], sales: 0, wins: 0 } }
  return { ...names, ...life, isOwn: true, tf: 1, strategy: 'rsi', figures, ...more }
}

test('totals sum all bots, and a bot that is not running has no day profit', () => {
  const lines = [lineOf(7, { state: 'running' }), lineOf(undefined)]
  const sums = { equity: 220, capital: 200, profit: 20, realised: 0, unrealised: 20 }
  expect(totalsOf(lines)).toEqual({ ...sums, quote: 'USDT', dayProfit: 7, running: 1 })
  expect(totalsOf([...lines, lineOf(1, { quote: 'EUR' })]).quote).toBeUndefined()
})

test.each(['equity', 'profit', 'day', 'edge', 'drawdown', 'wins'] as const)(
  'bots are sorted by the chosen figure: %s',
  (sort) => {
    const { figures } = lineOf(5)
    const key = {
      equity: 'equity',
      profit: 'profitShare',
      day: 'dayProfit',
      edge: 'buyAndHold',
      drawdown: 'maxDrawdown',
      wins: 'winRate',
    }
    const named = (name: string, value: number) =>
      lineOf(5, {
        name,
        figures: { ...figures, [key[sort]]: sort === 'edge' ? -value : value },
      })
    const list = { life: undefined, strategy: undefined, asset: undefined, search: '', sort, isDescending: true }
    const arranged = arrangeLines([named('b', 0.2), named('c', 0.1), named('a', 0.3)], list)
    expect(arranged.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  },
)
