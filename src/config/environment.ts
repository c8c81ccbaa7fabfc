import { isIP } from 'node:net'
import { z } from 'zod'
import { feedValue } from './feeds.ts'
import { roleList } from './roles.ts'
import { minSecret } from './secret.ts'

const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an address such as https://kurs.example' })

/** An origin, normalized as browsers do: lower case, without the default port */
const originUrl = httpUrl
  .refine(
    (url) => !URL.canParse(url) || isBare(new URL(url)),
    'expected an address without a path, such as https://kurs.example',
  )
  .transform((url) => new URL(url).origin)

function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !(search || hash || username || password)
}

const databaseUrl = z.string().regex(/^(file:|libsql:\/\/|https?:\/\/)/, 'expected file:…, libsql://… or http(s)://…')

const s3Key = z.string().regex(/^\S+$/, 'expected a key without spaces')

const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'], 'expected 1 or 0')
  .default('0')
  .transform((value) => ['1', 'true', 'yes'].includes(value))

interface ListenAddress {
  hostname: string
  port: number
}

/** An address to listen on: `127.0.0.1:9464`, `[::1]:9464` or `localhost:9464` */
const listenAddress = z
  .string()
  .regex(
    /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?):\d{1,5}$/i,
    'expected an address with its port such as 127.0.0.1:9464',
  )
  .transform((value): ListenAddress => {
    const at = value.lastIndexOf(':')
    return { hostname: value.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(value.slice(at + 1)) }
  })
  .refine(({ port }) => port <= 65_535, 'expected a port, 0–65535')

function wholeNumber(least: number, most: number, kind = 'a whole number') {
  const problem = `expected ${kind}, ${least}–${most}`
  return z
    .string(problem)
    .trim()
    .regex(/^\d+$/, problem)
    .transform(Number)
    .pipe(z.number().min(least, problem).max(most, problem))
}

/** A trading step: a decimal above zero with at most ten digits after the point */
const tradeStep = z
  .string()
  .trim()
  .regex(/^(?=.*[1-9])(0|[1-9]\d{0,5})(\.\d{1,10})?$/, 'expected a step above zero such as 0.001')

/** @param most  max number of characters */
function shortText(most: number) {
  return z.string().trim().max(most, `expected at most ${most} characters`)
}

const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/

/** Comma-separated hosts without duplicates: `www.youtube.com,player.vimeo.com`. @param most  max number of hosts */
function hostList(most: number) {
  return z
    .string()
    .default('')
    .transform((value, { addIssue }) => {
      const hosts = [
        ...new Set(
          value
            .toLowerCase()
            .split(',')
            .flatMap((name) => name.trim() || []),
        ),
      ]
      const wrong = hosts.find((host) => !hostName.test(host))
      if (wrong !== undefined) addIssue(`${wrong}: expected hosts such as www.youtube.com, separated by commas`)
      if (hosts.length > most) addIssue(`${hosts.length} hosts: expected at most ${most}`)
      return hosts
    })
}

const serverVariables = {
  PORT: wholeNumber(0, 65_535, 'a port').default(3000),
  HOST: z
    .string()
    .refine((host) => isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host), 'expected an address or a name')
    .default('0.0.0.0'),
  TRUST_PROXY: flag,
  DRAIN_SECONDS: wholeNumber(0, 300).default(0),
}

const siteVariables = {
  SITE_URL: originUrl.optional(),
  SITE_NAME: shortText(60).optional(),
  SITE_NAME_EN: shortText(60).optional(),
  SITE_DESCRIPTION: shortText(300).optional(),
  SITE_DESCRIPTION_EN: shortText(300).optional(),
  SITE_SEPARATOR: shortText(5).default('·'),
  SITE_TWITTER: z
    .string()
    .regex(/^@\w{1,15}$/, 'expected an account such as @kurs')
    .optional(),
  SITE_TRAILING_SLASH: flag,
  ROUTE_RULES: z.string().optional(),
  BUILD_CHECK_SECONDS: wholeNumber(0, 86_400).default(300),
  EDIT_URL: httpUrl.optional(),
  EMBEDS: hostList(50),
}

const dataVariables = {
  DATA_DIR: z.string().default('./data'),
  CONTENT_DIR: z.string().optional(),
  ASSETS_DIR: z.string().optional(),
  APP_DB_URL: databaseUrl.optional(),
  APP_DB_AUTH_TOKEN: z.string().optional(),
  CONTENT_DB_URL: databaseUrl.optional(),
  CONTENT_DB_AUTH_TOKEN: z.string().optional(),
  MARKET_DB_URL: databaseUrl.optional(),
  MARKET_DB_AUTH_TOKEN: z.string().optional(),
  BACKUP_DIR: z
    .string()
    .regex(/^(?![sS]3:|\w+:\/\/).|^s3:\/\/[\w.-]{3,63}(\/|$)/, 'expected a folder or s3://BUCKET/FOLDER')
    .optional(),
  BACKUP_HOURS: wholeNumber(1, 8760).default(24),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  BACKUP_WITHOUT_HISTORY: flag,
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'expected a region such as eu-central-1')
    .optional(),
  S3_ACCESS_KEY_ID: s3Key.optional(),
  S3_SECRET_ACCESS_KEY: s3Key.optional(),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'expected redis://…' })
    .regex(/^rediss?:\/\/[^/?#]+(\/\d{0,5})?$/, 'expected redis://host:port/NUMBER, the number of a database')
    .optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'expected at most 64 letters, digits, ".", "_" or "-"')
    .default('kurs'),
}

const accountVariables = {
  SECRET: z.string().min(minSecret, 'expected at least 32 characters').optional(),
  SIGN_UP: z.enum(['open', 'closed'], 'expected open or closed').default('open'),
  SIGN_UPS_PER_HOUR: wholeNumber(1, 1_000_000).default(1000),
  AUDIT_DAYS: wholeNumber(0, 36_500).default(365),
}

const marketVariables = {
  FEED: feedValue.optional(),
  REPLAY_PRICE_STEP: tradeStep.optional(),
  REPLAY_QUANTITY_STEP: tradeStep.optional(),
  HISTORY_DAYS: wholeNumber(1, 3650).default(90),
  TICKER_URL: z
    .url({ protocol: /^(https?|wss?)$/, error: 'expected an address such as https://ticker.example' })
    .optional(),
  TICKER_RATE: wholeNumber(1, 1000).default(5),
  TICKER_SOCKETS: wholeNumber(1, 1_000_000).default(10_000),
  TICKER_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(200),
}

const serviceVariables = {
  TELEGRAM_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/, 'expected a token such as 123456:ABC-def')
    .optional(),
  TELEGRAM_API_ROOT: httpUrl.optional(),
  TELEGRAM_WEBHOOK: httpUrl.optional(),
  TELEGRAM_OIDC_ISSUER: httpUrl.default('https://oauth.telegram.org'),
  TELEGRAM_OIDC_CLIENT_ID: z.string().optional(),
  TELEGRAM_OIDC_CLIENT_SECRET: z.string().optional(),
  TELEGRAM_RATE: wholeNumber(1, 1000).default(25),
  ANALYTICS_METRIKA_ID: z.string().regex(/^\d+$/, 'expected digits').optional(),
  ANALYTICS_SCRIPT_URL: httpUrl.optional(),
  ANALYTICS_SCRIPT_ID: z.string().optional(),
  ICON_SERVICE_URL: httpUrl.optional(),
}

const processVariables = {
  ROLES: roleList,
  METRICS_ADDRESS: listenAddress.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'expected at least 16 characters without spaces')
    .optional(),
  SLOW_QUERY_MS: wholeNumber(0, 600_000).default(500),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'expected debug, info, warn, error or silent')
    .default('info'),
}

export const environmentSchema = z
  .object({
    ...serverVariables,
    ...siteVariables,
    ...dataVariables,
    ...accountVariables,
    ...marketVariables,
    ...serviceVariables,
    ...processVariables,
  })
  .superRefine(({ BACKUP_DIR, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }, { addIssue }) => {
    if (!BACKUP_DIR?.startsWith('s3://') || (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) return
    const message = 'needs keys: expected S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to be set'
    addIssue({ code: 'custom', path: ['BACKUP_DIR'], message })
  })
  .superRefine(({ ROLES, TELEGRAM_TOKEN }, { addIssue }) => {
    if (TELEGRAM_TOKEN !== undefined || !ROLES.every((role) => role === 'telegram' || role === 'sender')) return
    addIssue({
      code: 'custom',
      path: ['ROLES'],
      message: 'does nothing without a bot: expected TELEGRAM_TOKEN to be set',
    })
  })

export type Environment = z.infer<typeof environmentSchema>
