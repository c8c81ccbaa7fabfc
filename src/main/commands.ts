import { existsSync } from 'node:fs'
import manifest from '../../package.json' with { type: 'json' }
import { type Config, ConfigError } from '../config.ts'
import type { Bundle } from './bundle.ts'

const usage = `Kurs ${manifest.version}

  serve [--dev]   serve the site; --dev refreshes open pages after every change
  ingest          bring content.db up to the content folder
  migrate         bring the databases' tables up to date
  user …          accounts: create, list, reset, ban, unban
  candles import  take an archive of an exchange's candles into market.db
  doctor          check the configuration, the databases and the content
  version         print the version
`

/** @returns the exit status: 0 done, 1 failed, 2 not understood */
export async function runCommand(words: string[], config: Config, bundle?: Bundle): Promise<number> {
  const [command = 'serve', ...options] = words
  switch (command) {
    case 'serve':
      return runServer(config, options.includes('--dev'), bundle)
    case 'ingest':
      requireContent(config)
      return (await import('./ingest-command.ts')).runIngest(config, bundle)
    case 'migrate':
      return (await import('./migrate-command.ts')).runMigrations(config)
    case 'user':
      return (await import('./user-command.ts')).runUser(options, config)
    case 'candles':
      return (await import('./candles-command.ts')).runCandles(options, config)
    case 'doctor':
      return (await import('./doctor-command.ts')).runDoctor(config)
    case 'version':
    case '--version':
      process.stdout.write(`${manifest.version}\n`)
      return 0
    case 'help':
    case '--help':
      process.stdout.write(usage)
      return 0
    default:
      process.stderr.write(`There is no command "${command}".\n\n${usage}`)
      return 2
  }
}

async function runServer(config: Config, isDev: boolean, bundle: Bundle | undefined): Promise<number> {
  if (config.ROLES.includes('web')) requireContent(config)
  const { serve } = await import('./serve.ts')
  const server = await serve({ config, isDev, bundle }).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error
    throw new ConfigError(
      `PORT=${config.PORT}: another program listens there already.\nStop it or choose another port.`,
    )
  })
  // Before it says that it is there: whoever reads that may stop it at once.
  const stopped = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  const setup = server.setupUrl ? `The first administrator is made at ${server.setupUrl}\n` : ''
  // One write: whoever waits for the address may stop reading once it is there.
  const where =
    server.port === undefined ? `Kurs runs as ${config.ROLES} and listens to no port` : `Kurs is at ${server.url}`
  process.stderr.write(`${where}\n${setup}`)
  server.log.info('stopping', { signal: await stopped })
  await server.close()
  return 0
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function requireContent({ contentDir }: Config): void {
  if (existsSync(contentDir)) return
  throw new ConfigError(
    `CONTENT_DIR=${contentDir}: there is no such folder.\nCreate it or point CONTENT_DIR at the content.`,
  )
}
