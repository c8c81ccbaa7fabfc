import { programOf } from './programs.ts'
import { thrift } from './thrift.ts'

export interface CommandRequest {
  words: string[]
  env: Record<string, string>
}

export interface CommandOutcome {
  status: number
  stdout: string
  stderr: string
}

export interface Commands {
  /** Runs commands in sequence, each with a separate environment */
  run(words: string[], env: Record<string, string>): Promise<CommandOutcome>
  close(): Promise<void>
}

/**
 * Runs commands of the program in one process, because most of the cost of a command is process startup. Only a
 * separate process can show that a command also exits; `tests/process.test.ts` covers that.
 */
export function openCommands(): Commands {
  const { PATH = '', HOME = '' } = process.env
  let answer: (outcome: CommandOutcome) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const child = Bun.spawn([process.execPath, programOf('tests/command-process.ts')], {
    env: { PATH, HOME, ...thrift },
    stdio: ['ignore', 'ignore', 'inherit'],
    ipc: (outcome: CommandOutcome) => answer(outcome),
    onExit: (_, status) => fail(new Error(`The process of commands has ended with ${status}`)),
  })
  return {
    run: async (words, env) => {
      const outcome = Promise.withResolvers<CommandOutcome>()
      answer = outcome.resolve
      fail = outcome.reject
      const request: CommandRequest = { words, env: { PATH, HOME, ...env } }
      child.send(request)
      return outcome.promise
    },
    close: async () => {
      fail = () => undefined
      // A failed `serve` leaves its own signal handlers behind, so gentler signals would not end the process.
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
