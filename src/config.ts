import { join, resolve } from 'node:path'
import { ConfigError } from './config/config-error.ts'
import { type Environment, environmentSchema } from './config/environment.ts'
import { readRouteRules } from './config/route-rules.ts'
import { type SiteConfig, siteOf } from './config/site-config.ts'

export interface DatabaseConfig {
  url: string
  authToken?: string | undefined
}

export interface Config extends Environment {
  site: SiteConfig
  dataDir: string
  contentDir: string
  /** Where what browsers load is built and kept */
  assetsDir: string
  databases: Record<'app' | 'content' | 'market', DatabaseConfig>
}

/** Empty variables count as absent. @throws ConfigError naming each bad variable, its value and what is expected */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const value = /TOKEN|SECRET|REDIS_URL|_DB_URL/.test(name) ? '…' : given[name]
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
    site: siteOf(environment, readRouteRules(environment.ROUTE_RULES, environment.SITE_URL)),
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

/** Origin without a trailing slash. @param port  where it listens, when no address is configured */
export function siteUrlOf({ SITE_URL, PORT }: Pick<Environment, 'SITE_URL' | 'PORT'>, port = PORT): string {
  return SITE_URL ?? `http://localhost:${port}`
}
