import { type BacktestRun, type BacktestTask, runBacktest } from './run-backtest.ts'

/* Runs one backtest after the other beside the serving thread; whoever wants one to stop ends the thread. */

export type BacktestReply =
  | { kind: 'progress'; share: number }
  | { kind: 'done'; run: BacktestRun }
  | { kind: 'failed'; message: string }

addEventListener('message', ({ data }: MessageEvent<BacktestTask>) => {
  try {
    const run = runBacktest(data, (share) => reply({ kind: 'progress', share }))
    const buffers = [...Object.values(run.trades), ...Object.values(run.marks)].map(({ buffer }) => buffer)
    postMessage({ kind: 'done', run } satisfies BacktestReply, buffers)
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

function reply(message: BacktestReply): void {
  postMessage(message)
}
