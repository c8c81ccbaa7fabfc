import { join, resolve } from 'node:path'
import { ConfigError, type ConfigProblem } from './config/config-error.ts'
import { type Environment, environmentSchema } from './config/environment.ts'
import { readRouteRules } from './config/route-rules.ts'
import { type SiteConfig, siteOf } from './config/site-config.ts'
import { fixOf, strayCharacters } from './config/suggestions.ts'

interface DatabaseConfig {
  url: string
  authToken?: string | undefined
}

export interface Config extends Environment {
  site: SiteConfig
  dataDir: string
  contentDir: string
  /** Folder where browser assets are built and cached */
  assetsDir: string
  databases: Record<'app' | 'content' | 'market', DatabaseConfig>
}

/**
 * Reads the configuration; empty variables count as unset.
 * @throws ConfigError naming each invalid variable, its value and the expected one
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { given, problems } = takeValues(env)
  const parsed = environmentSchema.safeParse(given)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const variable = String(path[0])
    if (problems.some((problem) => problem.variable === variable)) continue
    const fix = isHidden(variable)
      ? undefined
      : fixOf(variable, given[variable] ?? '', (value) => isAccepted(variable, value))
    problems.push({ variable, message: fix === undefined ? message : `${message}; ${fix}` })
  }
  if (!parsed.success || problems.length > 0) {
    const lines = problems.map(({ variable, message }) => `  ${variable}=${shown(variable, env)}: ${message}`)
    throw new ConfigError(
      `The configuration cannot be used:\n${[...new Set(lines)].join('\n')}\nCorrect these variables and start again.`,
      problems,
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
    site: siteOf(environment, readRouteRules(environment.ROUTE_RULES, environment.SITE_URL).rules),
    dataDir,
    contentDir: resolve(environment.CONTENT_DIR ?? './content'),
    assetsDir: resolve(environment.ASSETS_DIR ?? join(dataDir, 'assets')),
    databases: {
      app: database('app', environment.APP_DB_URL, environment.APP_DB_AUTH_TOKEN),
      content: database('content', environment.CONTENT_DB_URL, environment.CONTENT_DB_AUTH_TOKEN),
      market: database('market', environment.MARKET_DB_URL, environment.MARKET_DB_AUTH_TOKEN),
    },
  }
}

/** @returns trimmed values, and problems with stray characters */
function takeValues(env: Record<string, string | undefined>) {
  const given: Record<string, string> = {}
  const problems: ConfigProblem[] = []
  for (const name of Object.keys(environmentSchema.shape)) {
    const value = env[name]
    if (!value?.trim()) continue
    const stray = strayCharacters(name, value)
    given[name] = stray?.meant ?? (name === 'SECRET' ? value : value.trim())
    if (stray) problems.push({ variable: name, message: stray.fault })
  }
  return { given, problems }
}

function isAccepted(variable: string, value: string): boolean {
  return environmentSchema.shape[variable as keyof Environment].safeParse(value).success
}

function isHidden(variable: string): boolean {
  return /TOKEN|SECRET|ACCESS_KEY|REDIS_URL|_DB_URL/.test(variable)
}

function shown(variable: string, env: Record<string, string | undefined>): string {
  return isHidden(variable) ? '…' : (env[variable] ?? '').replaceAll('\r', '\\r')
}

/** Origin without a trailing slash. @param port  actual port, used if no URL is configured */
export function siteUrlOf({ SITE_URL, PORT }: Pick<Environment, 'SITE_URL' | 'PORT'>, port = PORT): string {
  return SITE_URL ?? `http://localhost:${port}`
}
