/** A process that answers every line of JSON with one line of JSON. */
export interface Worker {
  ask<Answer>(command: unknown): Promise<Answer>
  /** The first line that the process prints, without a command */
  hello: Promise<{ port: number }>
  pid: number
  stop(): Promise<void>
}

const taskset = Bun.which('taskset')
const cores = navigator.hardwareConcurrency

/** Starts a process, pinned to one core when the machine has several and `taskset` is available. */
export function startWorker(command: string[], core: number, saysHello: boolean): Worker {
  const pinned = taskset && cores > 1 ? [taskset, '-c', String(core), ...command] : command
  const child = Bun.spawn(pinned, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  const waiting: PromiseWithResolvers<string>[] = []
  const nextLine = () => {
    const line = Promise.withResolvers<string>()
    waiting.push(line)
    return line.promise
  }
  const hello = saysHello ? nextLine().then((line) => JSON.parse(line)) : Promise.resolve({ port: 0 })
  const listen = async () => {
    const decoder = new TextDecoder()
    let unread = ''
    for await (const chunk of child.stdout) {
      const lines = (unread + decoder.decode(chunk, { stream: true })).split('\n')
      unread = lines.pop() ?? ''
      for (const line of lines) waiting.shift()?.resolve(line)
    }
    for (const { reject } of waiting.splice(0)) reject(new Error(`${command.join(' ')} has ended`))
  }
  void listen()
  return {
    hello,
    pid: child.pid,
    ask: async (command) => {
      const answer = nextLine()
      child.stdin.write(`${JSON.stringify(command)}\n`)
      child.stdin.flush()
      return JSON.parse(await answer)
    },
    stop: async () => {
      child.stdin.end()
      await child.exited
    },
  }
}
