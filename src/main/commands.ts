import { existsSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import type { Bundle } from './bundle.ts'
import { fail } from './command-line.ts'
import { fileOf } from './data-problem.ts'
import { isDemo } from './demo/demo-mark.ts'
import { flagsOf, optionsOf, type ParsedCommand, refuseOption } from './help/answer-help.ts'
import { createHttpServer, type HttpServer } from './http-server.ts'
import { setupLine } from './parts/setup-offer.ts'
import type { RunningServer } from './serve.ts'
import type { SharedOptions } from './shared.ts'
import { createStartProgress } from './start-progress.ts'

/** Time after the first signal from which a second signal ends the process at once, ms */
const patience = 10_000

interface Stop {
  /** Aborted by the first signal */
  signal: AbortSignal
  /** Name of the first signal */
  firstSignal: Promise<string>
}

/**
 * Handles SIGTERM and SIGINT. Stopping `bun start` sends several signals at once: signals after the first one are
 * ignored for `patience` ms.
 */
function awaitStop(): Stop {
  const stopping = new AbortController()
  const { promise: firstSignal, resolve } = Promise.withResolvers<string>()
  let firstAt: number | undefined
  const numbers = { SIGINT: 2, SIGTERM: 15 }
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      const now = performance.now()
      firstAt ??= now
      if (now - firstAt >= patience) process.exit(128 + numbers[name])
      resolve(name)
      stopping.abort()
    })
  }
  return { signal: stopping.signal, firstSignal }
}

interface RunnerInput extends Pick<ParsedCommand, 'options' | 'warnings'> {
  config: Config
  bundle: Bundle | undefined
}

/** Runners of all commands that need the configuration; the module of a command is loaded when it runs. */
const runners: Record<ParsedCommand['name'], (given: RunnerInput) => Promise<number>> = {
  serve: ({ options, config, bundle }) => runServe(options, config, bundle),
  ingest: async ({ options, config, bundle }) => {
    await requireContent(config, bundle)
    const explained = takeValue(options, '--explain')
    const [isStrict, isVerbose] = [options.includes('--strict'), options.includes('--verbose')]
    return (await import('./ingest-command.ts')).runIngest({ config, bundle, isStrict, isVerbose, explained })
  },
  demo: async ({ options, config, bundle }) =>
    (await import('./demo/demo-command.ts')).runDemo({ config, bundle, isRemoval: options.includes('--remove') }),
  migrate: async ({ config }) => (await import('./migrate-command.ts')).runMigrations(config),
  user: async ({ options, config }) => (await import('./user-command.ts')).runUser(options, config),
  candles: async ({ options, config }) => (await import('./candles-command.ts')).runCandles(options, config),
  backtest: async ({ options, config }) => (await import('./backtest-command.ts')).runBacktestCommand(options, config),
  bot: async ({ options, config }) => (await import('./bot-command.ts')).runBotCommand(options, config),
  subscriber: async ({ options, config }) =>
    (await import('./subscriber-command.ts')).runSubscriberCommand(options, config),
  broadcast: async ({ options, config }) =>
    (await import('./broadcast-command.ts')).runBroadcastCommand(options, config),
  series: async ({ options, config }) => (await import('./series-command.ts')).runSeriesCommand(options, config),
  backup: async ({ options, config }) => (await import('./backup-command.ts')).runBackup(options, config),
  restore: async ({ options, config }) => (await import('./backup-command.ts')).runRestore(options, config),
  health: async ({ config }) => (await import('./health-command.ts')).runHealth(config),
  doctor: async ({ options, warnings, config, bundle }) => {
    const isJson = options.includes('--json')
    return (await import('./doctor/doctor-command.ts')).runDoctor({ config, bundle, warnings, isJson })
  },
}

/** Commands that take only flags. All other commands take options with values, or positionals. */
const commandsOfFlags: readonly ParsedCommand['name'][] = ['serve', 'ingest', 'migrate', 'demo', 'health', 'doctor']

/** Runs a command. @returns the exit status: 0 done, 1 failed, 2 usage error; `start` adds 3, unusable data */
export async function runCommand(asked: ParsedCommand, config: Config, bundle?: Bundle): Promise<number> {
  const { name, options, warnings } = asked
  const unknownOption = findUnknownOption(name, options)
  if (unknownOption !== undefined) return refuseOption(name, unknownOption)
  return runners[name]({ options, warnings, config, bundle })
}

/** Returns the first option unknown to the command, without its value: `--login` of `--login=anna`. */
function findUnknownOption(name: ParsedCommand['name'], options: readonly string[]): string | undefined {
  if (!commandsOfFlags.includes(name)) {
    const known = optionsOf(name)
    const given = options.filter((option) => /^--\w/.test(option)).map((option) => option.replace(/=.*/s, ''))
    return given.find((option) => !known.includes(option))
  }
  const flags = [...options]
  if (name === 'ingest') takeValue(flags, '--explain')
  return flags.find((flag) => !flagsOf(name).includes(flag))
}

/** Removes an option and its value from `options` and returns the value; leaves an option without a value in place. */
function takeValue(options: string[], name: string): string | undefined {
  const at = options.indexOf(name)
  return at < 0 || options[at + 1] === undefined ? undefined : options.splice(at, 2)[1]
}

/** Serves the site. A data folder filled by `demo` is served with a Telegram double. */
async function runServe(options: string[], config: Config, bundle: Bundle | undefined): Promise<number> {
  const given = { isDev: options.includes('--dev'), repairs: options.includes('--repair'), bundle }
  const run = (served: Config) => runServer({ ...given, config: served })
  if (!isDemo(config)) return run(config)
  if ((await import('./demo/demo-folder.ts')).isInterrupted(config))
    return fail(1, `DATA_DIR=${config.dataDir}: "demo" was cut off here.\nRun it again, or "demo --remove".`)
  return (await import('./demo/serve-demo.ts')).serveDemo(config, run)
}

async function runServer(options: SharedOptions): Promise<number> {
  const { config } = options
  const { signal, firstSignal: asked } = awaitStop()
  const isFirst = !existsSync(fileOf(config, 'content') ?? config.dataDir)
  const starting = createStartProgress({
    site: config.site,
    terminal: process.stderr,
    ...(isFirst && { printAfterMs: 0 }),
  })
  const http = createHttpServer(config, { otherwise: starting.answer })
  const server = await startServer({ ...options, signal, starting, server: http }).catch(async (error: unknown) => {
    await http.close()
    if (signal.aborted) return undefined
    throw problemOfListening(error, config) ?? error
  })
  starting.end()
  // A signal aborted the start; everything is closed already.
  if (!server) return 0
  const setup = server.setupUrl ? setupLine(server.setupUrl) : ''
  // Writes all lines at once: a program that waits for the address may close the pipe after the first line.
  const where =
    server.port === undefined ? `Kurs is running as ${config.ROLES}, without a port` : `Kurs is at ${server.url}`
  process.stderr.write(`${where}\n${setup}`)
  const ending = await Promise.race([asked, server.givenUp])
  if (typeof ending === 'string') server.log.info('stopping', { signal: ending })
  else server.log.error('Another process took over the price feed; this one stopped writing prices and exits', ending)
  await server.close()
  return typeof ending === 'string' ? 0 : 1
}

/** Starts the server. Opens the port first, so that requests can be answered with the progress of the start. */
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
  if (bundle?.embedded && CONTENT_DIR === undefined)
    return (await import('./binary/unpack.ts')).unpackContent(config, bundle.embedded)
  if (existsSync(contentDir)) return
  throw new ConfigError(
    `CONTENT_DIR=${contentDir}: there is no such folder.\nCreate it or point CONTENT_DIR at the content.`,
  )
}
