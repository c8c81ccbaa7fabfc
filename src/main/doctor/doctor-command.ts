import type { Config } from '../../config.ts'
import type { BinanceAddresses } from '../../market/feed/binance.ts'
import type { Bundle } from '../bundle.ts'
import { type Check, checkOf, warned } from './check.ts'
import { checkClock, type ToldTime } from './clock-check.ts'
import { checkDatabases, isMissing } from './databases-check.ts'
import { checkFeed } from './feed-check.ts'
import { ok } from './line.ts'
import { lineOf, reportOf, worstOf } from './report.ts'
import { checkSurroundings } from './surroundings.ts'

export interface DoctorOptions {
  config: Config
  /** About the environment, which is valid but may not be what was meant */
  warnings?: readonly string[] | undefined
  isJson?: boolean | undefined
  bundle?: Bundle | undefined
  binance?: BinanceAddresses | undefined
  /** ms UTC; the system's clock unless given */
  now?: (() => number) | undefined
  write?: ((text: string) => void) | undefined
}

/** Changes nothing; exit status 1 when something is wrong. A folder in which no server has run is no fault. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const { config, bundle, warnings = [], isJson = false, now = Date.now, write = writeOut } = options
  // Before the databases: reading all of one keeps this thread, and answers would seem to be late.
  const outside = await lookOutside(config, options.binance, now)
  const surroundings = await checkSurroundings(config, isMissing(config, 'app'), bundle)
  const databases = await checkDatabases(config, now())
  const checks = [
    ...warnings.map((text) => warned('variables', 'variables', text)),
    ...surroundings,
    ...databases.checks,
    ...outside.checks,
    checkOf('clock', checkClock(outside.told, databases.writtenAt, now())),
  ]
  write(isJson ? reportOf(checks) : checks.map(lineOf).join(''))
  return worstOf(checks) === 'failed' ? 1 : 0
}

function writeOut(text: string): void {
  process.stdout.write(text)
}

/** Those that a server asks too, all at once; each is waited for some seconds. */
async function lookOutside(
  config: Config,
  binance: BinanceAddresses | undefined,
  now: () => number,
): Promise<{ checks: Check[]; told: ToldTime | undefined }> {
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
  // The exchange tells it to the millisecond.
  return { checks, told: feed?.told ?? telegram?.told }
}

async function redisCheck(url: string, config: Config): Promise<Check[]> {
  const [what, fault = ok] = await (await import('./redis-check.ts')).checkRedis(url, config)
  return [checkOf('redis', [what, fault])]
}

async function telegramLines(token: string, config: Config, now: () => number) {
  return (await import('./telegram-check.ts')).checkTelegram(token, config, now)
}
