import { type BacktestRun, type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { whyNoTrades } from '../backtest/why-no-trades.ts'
import { type Analysis, analyse } from './analyse.ts'

/* This worker thread runs one backtest. To cancel the backtest, terminate the thread. */

export type BacktestReply =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; run: BacktestRun; analysis?: Analysis | undefined }
  | { kind: 'failed'; message: string }

addEventListener('message', ({ data }: MessageEvent<BacktestTask>) => {
  try {
    const { isAnalysed = false, both = isAnalysed } = data
    const run = runBacktest({ ...data, both }, (share) =>
      reply({ kind: 'progress', share: share * (isAnalysed ? 0.6 : 1) }),
    )
    if (run.trades.time.length === 0) run.noTrades = whyNoTrades(data)
    const analysis = isAnalysed ? analyse(data, run) : undefined
    const columns = [...Object.values(run.trades), ...Object.values(run.marks), ...Object.values(run.other ?? {})]
    postMessage(
      { kind: 'done', run, analysis } satisfies BacktestReply,
      columns.map(({ buffer }) => buffer),
    )
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

function reply(message: BacktestReply): void {
  postMessage(message)
}
