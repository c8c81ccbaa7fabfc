import type { Config } from '../../config.ts'
import type { BinanceAddresses } from '../../market/feed/binance.ts'
import type { Bundle } from '../bundle.ts'
import { type Check, checkOf, warned } from './check.ts'
import { type ClockReading, checkClock } from './clock-check.ts'
import { checkDatabases, isMissing } from './databases-check.ts'
import { checkFeed } from './feed-check.ts'
import { ok } from './line.ts'
import { checkMachine } from './machine-check.ts'
import { lineOf, reportOf, worstOf } from './report.ts'

export interface DoctorOptions {
  config: Config
  /** Warnings about variables that are valid but may not be intended */
  warnings?: readonly string[] | undefined
  isJson?: boolean | undefined
  bundle?: Bundle | undefined
  binance?: BinanceAddresses | undefined
  /** ms UTC; the system's clock by default */
  now?: (() => number) | undefined
  write?: ((text: string) => void) | undefined
}

/** Runs all checks without changing anything. Exit status 1 when one has failed. A new data folder is no failure. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const { config, bundle, warnings = [], isJson = false, now = Date.now, write = writeOut } = options
  // Before the databases: a full integrity check blocks this thread, and answers would seem late.
  const outside = await checkServices(config, options.binance, now)
  const surroundings = await checkMachine(config, isMissing(config, 'app'), bundle)
  const databases = await checkDatabases(config, now())
  const checks = [
    ...warnings.map((text) => warned('variables', 'variables', text)),
    ...surroundings,
    ...databases.checks,
    ...outside.checks,
    checkOf('clock', checkClock(outside.reading, databases.writtenAt, now())),
  ]
  write(isJson ? reportOf(checks) : checks.map(lineOf).join(''))
  return worstOf(checks) === 'failed' ? 1 : 0
}

function writeOut(text: string): void {
  process.stdout.write(text)
}

/** Checks the external services that a server uses, in parallel, each with a timeout of some seconds. */
async function checkServices(
  config: Config,
  binance: BinanceAddresses | undefined,
  now: () => number,
): Promise<{ checks: Check[]; reading: ClockReading | undefined }> {
  const [redis, feed, telegram] = await Promise.all([
    config.REDIS_URL === undefined ? [] : redisCheck(config.REDIS_URL, config),
    checkFeed(config, binance, now),
    config.TELEGRAM_TOKEN === undefined ? undefined : telegramLines(config.TELEGRAM_TOKEN, config, now),
  ])
  const [bot, updates] = telegram?.lines ?? []
  const checks = [
    ...redis,
    ...(feed ? [checkOf('feed', feed.line)] : []),
    ...(bot ? [checkOf('telegram', bot)] : []),
    ...(updates ? [checkOf('telegram-updates', updates)] : []),
  ]
  // Prefer the exchange's time: it has a precision of milliseconds.
  return { checks, reading: feed?.reading ?? telegram?.reading }
}

async function redisCheck(url: string, config: Config): Promise<Check[]> {
  const [what, fault = ok] = await (await import('./redis-check.ts')).checkRedis(url, config)
  return [checkOf('redis', [what, fault])]
}

async function telegramLines(token: string, config: Config, now: () => number) {
  return (await import('./telegram-check.ts')).checkTelegram(token, config, now)
}
