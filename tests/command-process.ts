import { start } from '../src/main/start.ts'
import type { CommandOutcome, CommandRequest } from './commands.ts'

/* The child process of `openCommands`: runs each command as `src/main.ts` would, and reports its output. */

const out = { stdout: '', stderr: '' }

function collect(stream: 'stdout' | 'stderr'): void {
  process[stream].write = (text: string | Uint8Array) => {
    out[stream] += typeof text === 'string' ? text : new TextDecoder().decode(text)
    return true
  }
}
collect('stdout')
collect('stderr')

process.on('message', async ({ words, env }: CommandRequest) => {
  process.argv = [...process.argv.slice(0, 2), ...words]
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  await start().catch((error: Error) => {
    out.stderr += error.stack
    process.exitCode = 1
  })
  const outcome: CommandOutcome = { status: Number(process.exitCode ?? 0), ...out }
  Object.assign(out, { stdout: '', stderr: '' })
  process.exitCode = 0
  process.send?.(outcome)
})
