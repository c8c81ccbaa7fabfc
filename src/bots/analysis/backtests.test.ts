import { expect, test } from 'bun:test'
import type { BacktestTask } from '../backtest/run-backtest.ts'
import { createBacktests, visitors } from './backtests.ts'

test('when the queue is full, a visitor is refused before any user', async () => {
  const backtests = createBacktests({ maxPending: 4 })
  const order: string[] = []
  const gate = Promise.withResolvers<BacktestTask>()
  const ask = async (owner: string, name: string) => {
    const task = () => {
      order.push(name)
      return gate.promise
    }
    const outcome = await backtests.run({ owner, task })
    if (outcome.status === 'busy') order.push(`${name} refused`)
  }
  const asked = [
    ask('anna', 'anna 1'),
    ask('anna', 'anna 2'),
    ask('anna', 'anna 3'),
    ask(visitors, 'visitor 1'),
    ask('boris', 'boris 1'),
  ]
  gate.reject(new Error('no candles'))
  await Promise.allSettled(asked)
  await backtests.close()
  expect(order).toEqual(['anna 1', 'visitor 1 refused', 'anna 2', 'boris 1', 'anna 3'])
})
