import { ConfigError, readConfig } from '../config.ts'
import type { Bundle } from './bundle.ts'
import { runCommand } from './commands.ts'

export async function start(bundle?: Bundle): Promise<void> {
  try {
    process.exitCode = await runCommand(process.argv.slice(2), readConfig(process.env), bundle)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
