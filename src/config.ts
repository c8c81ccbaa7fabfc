import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const roles = ['web', 'ticker', 'feed', 'bots', 'sender'] as const
const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an address such as https://kurs.example' })
const databaseUrl = z
  .string()
  .regex(/^(file:|libsql:\/\/|https?:\/\/)/, 'expected file:…, libsql://… or http(s)://…')
  .optional()
const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'], 'expected 1 or 0')
  .default('0')
  .transform((value) => ['1', 'true', 'yes'].includes(value))

const wholeNumber = (least: number, most: number) => {
  const problem = `expected a whole number, ${least}–${most}`
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem)
}

const environmentSchema = z.object({
  PORT: z.coerce
    .number('expected a port, 0–65535')
    .int('expected a port, 0–65535')
    .min(0, 'expected a port, 0–65535')
    .max(65535, 'expected a port, 0–65535')
    .default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().default('./content'),
  SITE_URL: httpUrl.optional(),
  EDIT_URL: httpUrl.optional(),
  APP_DB_URL: databaseUrl,
  APP_DB_AUTH_TOKEN: z.string().optional(),
  CONTENT_DB_URL: databaseUrl,
  CONTENT_DB_AUTH_TOKEN: z.string().optional(),
  MARKET_DB_URL: databaseUrl,
  MARKET_DB_AUTH_TOKEN: z.string().optional(),
  SECRET: z.string().min(32, 'expected at least 32 characters').optional(),
  FEED: z
    .string()
    .regex(/^(demo|binance|replay:.+)$/, 'expected demo, binance or replay:FILE')
    .default('demo'),
  TICKER_URL: z
    .url({ protocol: /^(https?|wss?)$/, error: 'expected an address such as https://ticker.example' })
    .optional(),
  TICKER_RATE: wholeNumber(1, 1000).default(5),
  TICKER_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(200),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'expected redis://…' }).optional(),
  TELEGRAM_TOKEN: z.string().optional(),
  TELEGRAM_API_ROOT: httpUrl.optional(),
  TELEGRAM_WEBHOOK: httpUrl.optional(),
  SIGN_UP: z.enum(['open', 'closed'], 'expected open or closed').default('open'),
  ANALYTICS_METRIKA_ID: z.string().regex(/^\d+$/, 'expected digits').optional(),
  ANALYTICS_SCRIPT_URL: httpUrl.optional(),
  ANALYTICS_SCRIPT_ID: z.string().optional(),
  ICON_SERVICE_URL: httpUrl.optional(),
  TRUST_PROXY: flag,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'expected debug, info, warn, error or silent')
    .default('info'),
  ROLES: z
    .string()
    .default(roles.join(','))
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles, `expected some of ${roles.join(', ')}, separated by commas`))),
})

type Environment = z.infer<typeof environmentSchema>

export interface DatabaseConfig {
  url: string
  authToken?: string | undefined
}

/** Everything the process is told from outside; read once by `main.ts` and passed on. */
export interface Config extends Environment {
  dataDir: string
  contentDir: string
  databases: Record<'app' | 'content' | 'market', DatabaseConfig>
}

/** A configuration that cannot be used; its message names every bad variable. */
export class ConfigError extends Error {}

/**
 * Checks the environment and fills in the defaults. An empty variable counts as absent.
 * @throws ConfigError naming each bad variable, what it holds and what is expected
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const value = /TOKEN|SECRET/.test(name) ? '…' : given[name]
      return `  ${name}=${value}: ${issue.message}`
    })
    throw new ConfigError(
      `The configuration cannot be used:\n${[...new Set(lines)].join('\n')}\nCorrect these variables and start again.`,
    )
  }
  const environment = parsed.data
  const dataDir = resolve(environment.DATA_DIR)
  const database = (name: 'app' | 'content' | 'market', url?: string, authToken?: string): DatabaseConfig => ({
    url: url ?? `file:${join(dataDir, `${name}.db`)}`,
    authToken,
  })
  return {
    ...environment,
    dataDir,
    contentDir: resolve(environment.CONTENT_DIR),
    databases: {
      app: database('app', environment.APP_DB_URL, environment.APP_DB_AUTH_TOKEN),
      content: database('content', environment.CONTENT_DB_URL, environment.CONTENT_DB_AUTH_TOKEN),
      market: database('market', environment.MARKET_DB_URL, environment.MARKET_DB_AUTH_TOKEN),
    },
  }
}

/**
 * The key that signs what leaves the process and comes back. Taken from `SECRET`, else made once and kept in the
 * data folder, readable by its owner only.
 */
export function readSecret(dataDir: string, given: string | undefined): string {
  if (given) return given
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const secret = randomBytes(48).toString('base64url')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  chmodSync(file, 0o600)
  return secret
}

/** Who the site says it is. */
export const siteConfig = {
  name: { ru: 'Курс', en: 'Kurs' },
  description: {
    ru: 'Курс — живые цены, графики и боты на бумажные деньги, с документацией, которую хочется читать.',
    en: 'Kurs: live prices, charts and paper-trading bots, with documentation worth reading.',
  },
  separator: '·',
  /** Account shown in link previews, with its @; none */
  twitter: '',
  trailingSlash: false,
}
