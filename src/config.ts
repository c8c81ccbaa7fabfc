import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'

export const roles = ['web', 'ticker', 'feed'] as const
export type Role = (typeof roles)[number]
/** Known, not implemented yet: refused with a message of their own */
const plannedRoles = ['bots', 'telegram', 'sender']
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

/** Characters */
const shortestSecret = 32

const siteText = (most: number) => z.string().trim().max(most, `expected at most ${most} characters`).optional()

const environmentSchema = z.object({
  PORT: z.coerce
    .number('expected a port, 0–65535')
    .int('expected a port, 0–65535')
    .min(0, 'expected a port, 0–65535')
    .max(65535, 'expected a port, 0–65535')
    .default(3000),
  HOST: z
    .string()
    .refine((host) => isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host), 'expected an address or a name')
    .default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().default('./content'),
  ASSETS_DIR: z.string().optional(),
  SITE_URL: httpUrl.optional(),
  SITE_NAME: siteText(60),
  SITE_NAME_EN: siteText(60),
  SITE_DESCRIPTION: siteText(300),
  SITE_DESCRIPTION_EN: siteText(300),
  SITE_SEPARATOR: siteText(5).default('·'),
  SITE_TWITTER: z
    .string()
    .regex(/^@\w{1,15}$/, 'expected an account such as @kurs')
    .optional(),
  SITE_TRAILING_SLASH: flag,
  EDIT_URL: httpUrl.optional(),
  APP_DB_URL: databaseUrl,
  APP_DB_AUTH_TOKEN: z.string().optional(),
  CONTENT_DB_URL: databaseUrl,
  CONTENT_DB_AUTH_TOKEN: z.string().optional(),
  MARKET_DB_URL: databaseUrl,
  MARKET_DB_AUTH_TOKEN: z.string().optional(),
  SECRET: z.string().min(shortestSecret, 'expected at least 32 characters').optional(),
  FEED: z
    .string()
    .regex(/^(demo|binance|replay:.+)$/, 'expected demo, binance or replay:FILE')
    .optional(),
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
  HISTORY_DAYS: wholeNumber(1, 3650).default(90),
  AUDIT_DAYS: wholeNumber(0, 36_500).default(365),
  ROLES: z
    .string()
    .default(roles.join(','))
    .transform((value, { addIssue }) => {
      const names = new Set(value.split(',').flatMap((name) => name.trim() || []))
      const problem = problemOfRoles(names)
      if (problem) addIssue(`${problem}: expected some of ${roles.join(', ')}, separated by commas`)
      return roles.filter((role) => names.has(role))
    }),
})

function problemOfRoles(names: Set<string>): string | undefined {
  if (names.size === 0) return 'no role is named'
  const strange = [...names].filter((name) => !roles.some((role) => role === name))
  const planned = strange.filter((name) => plannedRoles.includes(name))
  if (planned.length > 0) return `this release has nothing to do as ${planned.join(', ')} yet`
  return strange.length > 0 ? `there is no role ${strange.join(', ')}` : undefined
}

type Environment = z.infer<typeof environmentSchema>

/** Checked, but of no effect in this release */
export const unusedNames = [
  'REDIS_URL',
  'TELEGRAM_TOKEN',
  'TELEGRAM_API_ROOT',
  'TELEGRAM_WEBHOOK',
  'ANALYTICS_METRIKA_ID',
  'ANALYTICS_SCRIPT_URL',
  'ANALYTICS_SCRIPT_ID',
  'ICON_SERVICE_URL',
] as const satisfies (keyof Environment)[]

export interface DatabaseConfig {
  url: string
  authToken?: string | undefined
}

/** What the site says of itself. */
export interface SiteConfig {
  name: Record<'ru' | 'en', string>
  description: Record<'ru' | 'en', string>
  /** Between a page's title and the site's name */
  separator: string
  /** Account named in link previews, with its @ */
  twitter: string | undefined
  /** Whether addresses of pages end with a slash */
  trailingSlash: boolean
}

export interface Config extends Environment {
  site: SiteConfig
  dataDir: string
  contentDir: string
  /** Where what browsers load is built and kept */
  assetsDir: string
  databases: Record<'app' | 'content' | 'market', DatabaseConfig>
}

/** Its message names every bad variable. */
export class ConfigError extends Error {}

/** Empty variables count as absent. @throws ConfigError naming each bad variable, its value and what is expected */
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
    site: siteOf(environment),
    dataDir,
    contentDir: resolve(environment.CONTENT_DIR),
    assetsDir: resolve(environment.ASSETS_DIR ?? join(dataDir, 'assets')),
    databases: {
      app: database('app', environment.APP_DB_URL, environment.APP_DB_AUTH_TOKEN),
      content: database('content', environment.CONTENT_DB_URL, environment.CONTENT_DB_AUTH_TOKEN),
      market: database('market', environment.MARKET_DB_URL, environment.MARKET_DB_AUTH_TOKEN),
    },
  }
}

/** One text is for both languages, unless English has its own. */
function siteOf(given: Environment): SiteConfig {
  const { SITE_NAME: name, SITE_DESCRIPTION: description } = given
  return {
    name: { ru: name ?? 'Курс', en: given.SITE_NAME_EN ?? name ?? 'Kurs' },
    description: {
      ru:
        description ?? 'Курс — живые цены, графики и боты на бумажные деньги, с документацией, которую хочется читать.',
      en:
        given.SITE_DESCRIPTION_EN ??
        description ??
        'Kurs: live prices, charts and paper-trading bots, with documentation worth reading.',
    },
    separator: given.SITE_SEPARATOR,
    twitter: given.SITE_TWITTER,
    trailingSlash: given.SITE_TRAILING_SLASH,
  }
}

export function unusedVariables(config: Environment): string[] {
  return unusedNames.filter((name) => config[name] !== undefined)
}

/** Origin without a trailing slash. @param port  where it listens, when no address is configured */
export function siteUrlOf({ SITE_URL, PORT }: Pick<Environment, 'SITE_URL' | 'PORT'>, port = PORT): string {
  return SITE_URL?.replace(/\/$/, '') ?? `http://localhost:${port}`
}

/**
 * Signs what leaves the process and comes back: `SECRET`, else made once and kept in the data folder.
 * @throws ConfigError when what is kept there cannot be one
 */
export function readSecret(dataDir: string, given: string | undefined): string {
  if (given) return given
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) makeSecret(dataDir, file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= shortestSecret) return secret
  throw new ConfigError(
    `${file} has ${secret.length} characters, and a secret has at least ${shortestSecret}.\n` +
      'Put the old one back from a copy, or remove the file: a new one is made, and second factors are set up again.',
  )
}

/** Atomic: of two processes that make one at once the first wins. */
function makeSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}-${process.pid}`
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
