import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'
import { systemClock } from '../../market/feed/clock.ts'
import { createFeed, probesOf } from '../../market/feed/create-feed.ts'
import type { ExchangeAddresses } from '../../market/feed/exchange/exchange.ts'
import { createExchangeTime } from '../../market/feed/exchange/exchange-time.ts'
import { createExchangeRequests } from '../../market/feed/exchange/requests.ts'
import { FeedError } from '../../market/feed/feed.ts'
import type { Probe } from '../../market/feed/manifest.ts'
import { versionText } from '../binary/version.ts'
import type { Bundle } from '../bundle.ts'
import { type Check, checkOf, type Line, ok, warned } from './check.ts'
import { checkDatabases, isMissing } from './databases-check.ts'
import { type ClockReading, checkClock, checkMachine } from './machine-check.ts'
import { lineOf, reportOf, worstOf } from './report.ts'

export interface FeedCheck {
  line: Line
  reading?: ClockReading | undefined
}

const patienceMs = 4000

/**
 * Checks the price feed. Returns undefined in a process without the feed role, and with the demo feed, which cannot
 * fail.
 */
export async function checkFeed(
  { FEED, ROLES }: Pick<Config, 'FEED' | 'ROLES'>,
  addresses?: ExchangeAddresses,
  now: () => number = Date.now,
): Promise<FeedCheck | undefined> {
  if (!ROLES.includes('feed') || FEED === undefined || FEED === 'demo') return undefined
  const probes = probesOf(FEED)
  const checks = await Promise.all(probes.map((probe) => checkExchange(probe, addresses?.rest, now)))
  const failed = checks.find(({ line: [, said] }) => said !== ok)
  return failed ?? checks[0] ?? { line: [FEED, checkRecording(FEED)] }
}

/** Checks that a price recording can be read, in the same way as a start. */
function checkRecording(feed: string): string {
  try {
    createFeed(feed)
    return ok
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** Sends one request to the exchange, with the smallest request weight. */
async function checkExchange(probe: Probe, baseUrl = probe.address, now: () => number): Promise<FeedCheck> {
  const what = `exchange ${new URL(baseUrl).host}`
  const clock = { ...systemClock, now }
  const requests = createExchangeRequests({
    exchange: probe,
    baseUrl,
    clock,
    time: createExchangeTime(clock),
    random: Math.random,
  })
  const askedAt = now()
  try {
    const answer = await requests.get(probe.path, probe.read, AbortSignal.timeout(patienceMs))
    if (answer === undefined) return { line: [what, silence(requests.blockedUntil() - now())] }
    const { time } = answer
    const reading = time === undefined ? undefined : { by: 'the exchange', time, roundedMs: 1, askedAt, heardAt: now() }
    return { line: [what, ok], reading }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return { line: [what, `${error.message}.\n${adviceFor(error)}`] }
  }
}

/** @param blockedMs  remaining time for which the exchange has asked this address to pause */
function silence(blockedMs: number): string {
  if (blockedMs <= 0) return `no answer within ${patienceMs / 1000} s.\n${reachable}`
  const seconds = Math.ceil(blockedMs / 1000)
  return `rate limited: the exchange refuses this address for ${seconds} s more.\nA server waits by itself; see what else sends requests from this address.`
}

const reachable = 'See whether this machine reaches it; a server tries again by itself.'

function adviceFor({ refusal }: FeedError): string {
  return refusal === 'forbidden' ? 'Run the role "feed" where it is served, or set another FEED.' : reachable
}

export interface DoctorOptions {
  config: Config
  /** Warnings about variables that are valid but may not be intended */
  warnings?: readonly string[] | undefined
  isJson?: boolean | undefined
  bundle?: Bundle | undefined
  addresses?: ExchangeAddresses | undefined
  /** Clock, ms UTC; the system's clock by default */
  now?: (() => number) | undefined
  write?: ((text: string) => void) | undefined
}

/**
 * Runs all checks without changing anything. Exit status 1 when a check has failed. A new data folder is no failure.
 */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const { config, bundle, warnings = [], isJson = false, now = Date.now, write = writeOut } = options
  // Checks services before the databases: a full integrity check blocks this thread, and answers would seem late.
  const outside = await checkServices(config, options.addresses, now)
  const surroundings = await checkMachine(config, isMissing(config, 'app'), bundle)
  const databases = await checkDatabases(config, now())
  const checks = [
    ...warnings.map((text) => warned('variables', 'variables', text)),
    ...surroundings,
    ...databases.checks,
    ...outside.checks,
    checkOf('clock', checkClock(outside.reading, databases.writtenAt, now())),
  ]
  const version = versionText(bundle?.embedded?.version)
  write(isJson ? reportOf(checks, version) : `Kurs ${version}\n${checks.map(lineOf).join('')}`)
  return worstOf(checks) === 'failed' ? 1 : 0
}

function writeOut(text: string): void {
  process.stdout.write(text)
}

/** Checks the external services that a server uses, in parallel, each with a timeout of some seconds. */
async function checkServices(
  config: Config,
  addresses: ExchangeAddresses | undefined,
  now: () => number,
): Promise<{ checks: Check[]; reading: ClockReading | undefined }> {
  const [redis, feed, telegram] = await Promise.all([
    config.REDIS_URL === undefined ? [] : redisCheck(config.REDIS_URL, config),
    checkFeed(config, addresses, now),
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
