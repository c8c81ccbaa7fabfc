import { existsSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { versionText } from './binary/version.ts'
import type { Bundle } from './bundle.ts'
import { isDemo } from './demo/demo-mark.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import type { RunningServer } from './serve.ts'
import type { SharedOptions } from './shared.ts'
import { createStarting } from './starting.ts'
import { awaitStop } from './stop-signals.ts'

const usage = `Kurs ${versionText(undefined)}

  serve              start the server
    --dev            reload open pages after every change
    --repair         set aside a damaged content.db or market.db and rebuild it
  ingest             update content.db from the content folder
    --strict         change nothing if a file has an error, a link is dead or a picture missing
    --explain QUERY  then say why a search finds what it finds, in that order
  migrate            apply database migrations
  demo               fill an empty data folder with an example
    --remove         remove what demo made
  user …             accounts: create, list, reset, ban, unban
  candles import     import an exchange's candles into market.db
  backtest …         backtest a strategy on stored candles
  bot …              all bots: list, start, pause, stop
  subscriber import  import the Telegram bot's chats
  broadcast …        Telegram broadcasts: import, status, list, pause, resume, cancel
  series …           Telegram message series: list, status, start, pause
  backup FILE        save the databases into one file, also while a server runs
    --without-history  leave out prices, which a restored server fetches again
  restore FILE       restore the databases from such a file
    --replace        set aside the ones that are there
    --end-access     end all sessions, links and API tokens of then
  health             ask the server at PORT whether it is up
  doctor             check configuration, data, clock, Telegram and the feed
  version            print the version
`

/** `user`, `candles`, `backtest`, `bot`, `subscriber`, `broadcast`, `series`, `backup` and `restore` read their own. */
const optionsOf: Record<string, readonly string[]> = {
  serve: ['--dev', '--repair'],
  ingest: ['--strict'],
  migrate: [],
  demo: ['--remove'],
  doctor: [],
  health: [],
  version: [],
}

/** Takes an option out, and what stands behind it; an option without anything stays. */
function takeValue(options: string[], name: string): string | undefined {
  const at = options.indexOf(name)
  return at < 0 || options[at + 1] === undefined ? undefined : options.splice(at, 2)[1]
}

/** @returns the exit status: 0 done, 1 failed, 2 not understood; `start` adds 3, data that cannot be used */
export async function runCommand(words: string[], config: Config, bundle?: Bundle): Promise<number> {
  const [command = 'serve', ...options] = words
  if (optionsOf[command] && options.some((option) => option === '--help' || option === '-h'))
    return runCommand(['help'], config)
  const explained = command === 'ingest' ? takeValue(options, '--explain') : undefined
  const strange = options.find((option) => !(optionsOf[command] ?? options).includes(option))
  if (strange !== undefined) {
    process.stderr.write(`Unknown option "${strange}" for "${command}".\n\n${usage}`)
    return 2
  }
  switch (command) {
    case 'serve':
      return inDemo(config, (served) =>
        runServer({
          config: served,
          isDev: options.includes('--dev'),
          repairs: options.includes('--repair'),
          bundle,
        }),
      )
    case 'ingest':
      await requireContent(config, bundle)
      return (await import('./ingest-command.ts')).runIngest({
        config,
        bundle,
        isStrict: options.includes('--strict'),
        explained,
      })
    case 'migrate':
      return (await import('./migrate-command.ts')).runMigrations(config)
    case 'demo':
      return (await import('./demo/demo-command.ts')).runDemo({
        config,
        bundle,
        isRemoval: options.includes('--remove'),
      })
    case 'user':
      return (await import('./user-command.ts')).runUser(options, config)
    case 'candles':
      return (await import('./candles-command.ts')).runCandles(options, config)
    case 'backtest':
      return (await import('./backtest-command.ts')).runBacktestCommand(options, config)
    case 'bot':
      return (await import('./bot-command.ts')).runBotCommand(options, config)
    case 'subscriber':
      return (await import('./subscriber-command.ts')).runSubscriberCommand(options, config)
    case 'broadcast':
      return (await import('./broadcast-command.ts')).runBroadcastCommand(options, config)
    case 'series':
      return (await import('./series-command.ts')).runSeriesCommand(options, config)
    case 'backup':
      return (await import('./backup-command.ts')).runBackup(options, config)
    case 'restore':
      return (await import('./backup-command.ts')).runRestore(options, config)
    case 'health':
      return (await import('./health-command.ts')).runHealth(config)
    case 'doctor':
      return (await import('./doctor/doctor-command.ts')).runDoctor({ config, bundle })
    case 'version':
    case '--version':
      process.stdout.write(`${versionText(bundle?.carried?.version)}\n`)
      return 0
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(usage)
      return 0
    default:
      process.stderr.write(`Unknown command "${command}".\n\n${usage}`)
      return 2
  }
}

/** A folder that `demo` has filled is served beside a double of Telegram. */
async function inDemo(config: Config, run: (config: Config) => Promise<number>): Promise<number> {
  if (!isDemo(config)) return run(config)
  return (await import('./demo/serve-demo.ts')).serveDemo(config, run)
}

async function runServer(options: SharedOptions): Promise<number> {
  const { config } = options
  const { signal, asked } = awaitStop()
  const starting = createStarting({ site: config.site, terminal: process.stderr })
  const http = createHttpServer(config, { otherwise: starting.answer })
  const server = await startServer({ ...options, signal, starting, server: http }).catch(async (error: unknown) => {
    await http.close()
    if (signal.aborted) return undefined
    throw problemOfListening(error, config) ?? error
  })
  starting.end()
  // What was open is closed by now.
  if (!server) return 0
  const setup = server.setupUrl ? `Create the first administrator at ${server.setupUrl}\n` : ''
  // One write: whoever waits for the address may stop reading once it is there.
  const where =
    server.port === undefined ? `Kurs is running as ${config.ROLES}, without a port` : `Kurs is at ${server.url}`
  process.stderr.write(`${where}\n${setup}`)
  const ending = await Promise.race([asked, server.givenUp])
  if (typeof ending === 'string') server.log.info('stopping', { signal: ending })
  else server.log.error('Another process follows prices now: this one has stopped writing them, and ends', ending)
  await server.close()
  return typeof ending === 'string' ? 0 : 1
}

/** Opens the port first: from then on it says how far the start has come. */
async function startServer(options: SharedOptions & { server: HttpServer }): Promise<RunningServer> {
  const { config, bundle, server } = options
  if (config.ROLES.includes('web') || config.ROLES.includes('ticker')) await server.listen()
  if (config.ROLES.includes('web')) await requireContent(config, bundle)
  const { serve } = await import('./serve.ts')
  return serve(options)
}

function problemOfListening(error: unknown, { HOST, PORT }: Config): ConfigError | undefined {
  if (!(error instanceof Error && 'syscall' in error && /^(listen|bind|getaddrinfo)$/.test(String(error.syscall))))
    return undefined
  switch ('code' in error && error.code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `PORT=${PORT}: another program is already using this port.\nStop it or choose another port.`,
      )
    case 'EACCES':
      return new ConfigError(`PORT=${PORT}: this user may not use this port.\nChoose 1024 or higher.`)
    default:
      return new ConfigError(
        `HOST=${HOST}: this machine has no such address.\nUse one of its own, or leave HOST unset.`,
      )
  }
}

async function requireContent(config: Config, bundle: Bundle | undefined): Promise<void> {
  const { contentDir, CONTENT_DIR } = config
  if (bundle?.carried && CONTENT_DIR === undefined)
    return (await import('./binary/unpack.ts')).unpackContent(config, bundle.carried)
  if (existsSync(contentDir)) return
  throw new ConfigError(
    `CONTENT_DIR=${contentDir}: there is no such folder.\nCreate it or point CONTENT_DIR at the content.`,
  )
}
