import { ConfigError } from '../config/config-error.ts'
import { environmentWarnings } from '../config/environment-warnings.ts'
import { type Config, readConfig } from '../config.ts'
import { embeddedContentDir } from './binary/unpack.ts'
import type { Bundle } from './bundle.ts'
import { runCommand } from './commands.ts'
import { answerHelp } from './help/answer-help.ts'
import { DataError, ServiceError } from './start-errors.ts'

export async function start(bundle?: Bundle): Promise<void> {
  const asked = answerHelp(process.argv.slice(2), bundle)
  if (typeof asked === 'number') {
    process.exitCode = asked
    return
  }
  outliveReaders(asked.name)
  let config: Config | undefined
  try {
    const warnings = environmentWarnings(process.env)
    // Prints warnings, except for `doctor`, which reports them itself.
    if (asked.name !== 'doctor') for (const text of warnings) process.stderr.write(`${text}\n`)
    config = withEmbedded(readConfig(process.env), bundle)
    process.exitCode = await runCommand({ ...asked, warnings }, config, bundle)
  } catch (error) {
    if (error instanceof ConfigError && asked.name === 'doctor' && asked.options.includes('--json'))
      process.stdout.write((await import('./doctor/report.ts')).reportOfConfiguration(error))
    const { message, status } = await explain(error, config)
    process.stderr.write(`${message}\n`)
    process.exitCode = status
  }
}

let isServer = false
let isOutliving = false

/** Handles a closed output pipe. A server keeps running (`serve | head`); other commands exit (`user list | head`). */
function outliveReaders(command: string): void {
  isServer = command === 'serve' || command === 'demo'
  if (isOutliving) return
  isOutliving = true
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (!isServer) process.exit(0)
    })
  }
}

/** Uses the texts embedded in a binary unless CONTENT_DIR is set. */
function withEmbedded(config: Config, bundle: Bundle | undefined): Config {
  if (!bundle?.embedded || config.CONTENT_DIR !== undefined) return config
  return { ...config, contentDir: embeddedContentDir(config.dataDir, bundle.embedded) }
}

/** Returns a message for an expected error. @throws the error itself if it is unexpected */
async function explain(error: unknown, config: Config | undefined): Promise<{ message: string; status: number }> {
  if (error instanceof ConfigError) return { message: error.message, status: 2 }
  if (error instanceof ServiceError) return { message: error.message, status: 1 }
  if (error instanceof DataError) return { message: error.message, status: 3 }
  const problem = config && (await (await import('./find-problem.ts')).findProblem(config, error))
  if (problem === undefined) throw error
  return { message: problem, status: 3 }
}
