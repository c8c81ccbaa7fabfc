import { cellsOf } from '../../src/bots/analysis/sweep-cells.ts'
import { sweepResult } from '../../src/bots/analysis/sweep-result.ts'
import { createSweeps } from '../../src/bots/analysis/sweeps.ts'
import { wholeMoney } from '../../src/bots/engine/money.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { createTestSite } from '../site.ts'
import { begin, scale, walk } from './backtest.ts'
import { percentile } from './load.ts'
import type { Report } from './report.ts'

/** Number of minutes in ninety days */
const candles = 129_600
const askEveryMs = 20

/**
 * Runs a sweep of a thousand pairs of averages over ninety days of minutes, as the product does, next to a site that
 * answers requests.
 */
export async function benchSweep(report: Report): Promise<void> {
  const ranges = [
    { name: 'fast', from: 2, to: 80, step: 2 },
    { name: 'slow', from: 100, to: 340, step: 10 },
  ]
  const plan = cellsOf({ strategy: 'ma-cross', params: {}, ranges, search: { kind: 'grid' } })
  if (plan.status !== 'ready') throw new Error('There is nothing to sweep')
  const { cells, warmUp } = plan
  const costs = { takerFee: 1000, makerFee: 1000, spread: 100, slippage: 500 }
  const task = {
    strategy: 'ma-cross',
    params: {},
    capital: wholeMoney(1e12),
    terms: { scale, costs, order: 'nearest' },
    tf: 1,
    from: begin + warmUp * minuteMs,
    to: Number.MAX_SAFE_INTEGER,
    minutes: walk(candles),
  } as const
  const site = await createTestSite()
  const asking = askOften(() => site.app.request('/'))
  const sweeps = createSweeps()
  const memory: number[] = []
  const startedAt = performance.now()
  const outcome = await sweeps.run({
    owner: 'bench',
    task: async () => task,
    cells,
    by: 'sharpe',
    onCells: () => memory.push(process.memoryUsage().rss / 2 ** 20),
  })
  const seconds = (performance.now() - startedAt) / 1000
  const { answers, delays } = await asking.end()
  await sweeps.close()
  await site.close()
  if (outcome.status !== 'done') throw new Error(`The sweep was ${outcome.status}`)
  if (!sweepResult({ cells, ranges }, outcome.cells, 'sharpe')) throw new Error('No cell has a score')
  report(`sweep of ${cells.length} cells over 129,600 candles`, seconds, 's', { atMost: 180 })
  // Compares memory from a tenth of the run on: by then both threads have allocated what they need.
  const after = memory.slice(Math.ceil(memory.length / 10))
  report('sweep: memory, from a tenth of the way to its peak', Math.max(...after) - (after[0] ?? 0), 'MiB')
  report('sweep: memory, last piece to the first after a tenth', (after.at(-1) ?? 0) - (after[0] ?? 0), 'MiB', {
    atMost: 64,
  })
  report('sweep: an answer of the site beside it, p99', percentile(answers, 0.99), 'ms')
  report('sweep: the longest answer of the site beside it', Math.max(...answers), 'ms', { atMost: 50 })
  report('sweep: the longest that the thread was late', Math.max(...delays), 'ms')
}

/** Sends requests repeatedly until the end; records response times and how late each was sent, ms. */
function askOften(ask: () => Response | Promise<Response>) {
  const answers: number[] = []
  const delays: number[] = []
  let isEnding = false
  const going = (async () => {
    // Sends unmeasured requests first: the first responses of a process create caches that later responses use.
    for (let n = 0; n < 20; n++) await (await ask()).arrayBuffer()
    while (!isEnding) {
      const planned = performance.now() + askEveryMs
      await Bun.sleep(askEveryMs)
      const askedAt = performance.now()
      delays.push(askedAt - planned)
      await (await ask()).arrayBuffer()
      answers.push(performance.now() - askedAt)
    }
    return { answers, delays }
  })()
  return {
    end: () => {
      isEnding = true
      return going
    },
  }
}
