import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type BacktestOutcome, createBacktests } from '../bots/analysis/backtests.ts'
import { answerText, decimalText, summaryOf } from '../bots/backtest/backtest-answer.ts'
import { readBacktest } from '../bots/backtest/backtest-request.ts'
import { type NoTrades, noTradesText } from '../bots/backtest/no-trades.ts'
import { type Statistics, statisticsOf } from '../bots/backtest/statistics.ts'
import { moneyDigits } from '../bots/engine/money.ts'
import type { Config } from '../config.ts'
import { createEvents } from '../events/events.ts'
import { createLogger } from '../log/logger.ts'
import { namedFeed } from '../market/feed/create-feed.ts'
import type { Instrument } from '../market/instrument.ts'
import { openReplicaMarket } from '../market/replica/open-replica.ts'
import { createProgress, fail } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'

/** Runs `backtest`. Exit status 1 when the backtest that the file describes cannot be run. */
export async function runBacktestCommand(words: string[], config: Config): Promise<number> {
  const given = readOptions(words)
  const [path, ...others] = given?.positionals ?? []
  if (!given || !path || others.length > 0) return refuseUsage('backtest')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return fail(1, `Cannot read ${path}.`)
  const body = readJson(text)
  if (body === undefined) return fail(1, `${path} is not valid JSON.`)
  const log = createLogger({ level: config.LOG_LEVEL, write: (lines) => process.stderr.write(lines) })
  await using opened = new AsyncDisposableStack()
  const db = await openDatabase(config, 'market')
  opened.defer(db.close)
  const events = createEvents(log)
  const { HISTORY_DAYS: historyDays, FEED } = config
  const market = await openReplicaMarket({ db, historyDays, expected: namedFeed(FEED), events, log })
  opened.defer(market.close)
  const backtests = createBacktests({ maxMs: 3_600_000 })
  opened.defer(backtests.close)

  const read = readBacktest(body, market)
  if (read.status === 'invalid') {
    return fail(1, read.errors.map(({ field, detail }) => `${path}: ${field}: ${detail}`).join('\n'))
  }
  const progress = createProgress(process.stderr)
  const outcome = await backtests.run({
    owner: 'command line',
    task: read.readTask,
    onProgress: (share) => progress.update(Math.max(1, Math.round(share * 100)), 100),
  })
  progress.end()
  if (outcome.status !== 'done') return fail(1, problemOf(outcome))
  const statistics = statisticsOf(outcome.run, { ...read.request, capital: read.capital })
  if (given.values.json) {
    for await (const part of answerText(outcome.run, summaryOf(statistics, outcome.run, read.instrument), read)) {
      process.stdout.write(part)
    }
    process.stdout.write('\n')
  } else process.stdout.write(report(statistics, outcome.run.noTrades, read.instrument))
  return 0
}

function report(
  { profit, profitShare, buyAndHold, trades, winRate, maxDrawdown, fees }: Statistics,
  noTrades: NoTrades | undefined,
  instrument: Instrument,
): string {
  const { quote } = instrument
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  return `${[
    `profit        ${decimalText(profit, moneyDigits)} ${quote} (${percent(profitShare)}; holding ${percent(buyAndHold)})`,
    `trades        ${trades}${winRate === undefined ? '' : `, ${percent(winRate)} of sales profitable`}`,
    ...(noTrades ? [`why           ${noTradesText('en', noTrades, instrument)}`] : []),
    `drawdown      ${percent(maxDrawdown)} at most`,
    `fees          ${decimalText(fees, moneyDigits)} ${quote}`,
    'Paper money: no real trades were made.',
  ].join('\n')}\n`
}

function problemOf(outcome: Exclude<BacktestOutcome, { status: 'done' }>): string {
  return outcome.status === 'failed'
    ? `The backtest failed: ${outcome.message}`
    : `The backtest was abandoned: ${outcome.status}.`
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  } catch {
    return undefined
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
