import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { assetsDir } from './assets-dir.ts'
import { programOf } from './programs.ts'
import { thrift } from './thrift.ts'

export const ownProject = join(import.meta.dir, '..')

/** A server, started by `serve` in a separate process. */
export interface ServerProcess {
  pid: number
  /** URL of the server; undefined when it does not listen */
  url: string | undefined
  /** Standard error of the server so far */
  said(): string
  /** Log of the server so far, one JSON object per line */
  logged(): string
  /** Stops the server in order. @returns its exit status */
  stop(): Promise<number>
  /** Kills the server with SIGKILL, as the system does when memory runs out */
  kill(): Promise<void>
}

/**
 * Starts the server and waits until it reports that it is ready. The process inherits only the paths of programs.
 * @param project  folder of the sources to start
 */
export async function startServer(
  env: Record<string, string>,
  project?: string,
  words = ['serve'],
): Promise<ServerProcess> {
  const { PATH = '', HOME = '' } = process.env
  const main = project ? join(project, 'src/main.ts') : programOf('src/main.ts')
  const child = Bun.spawn([process.execPath, main, ...words], {
    cwd: project ?? ownProject,
    env: { PATH, HOME, ...thrift, PORT: '0', ASSETS_DIR: assetsDir, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  let logged = ''
  const readLog = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) logged += decoder.decode(chunk, { stream: true })
  }
  readLog()
  const { promise: started, resolve, reject } = Promise.withResolvers<string | undefined>()
  const listen = async () => {
    for await (const chunk of child.stderr) {
      said += new TextDecoder().decode(chunk)
      const [, url] = /^Kurs (?:is at (\S+)|runs as \S+) ?.*\n/m.exec(said) ?? []
      if (/^Kurs .*\n/m.test(said)) resolve(url)
    }
    reject(new Error(`The server did not start: ${said}`))
  }
  listen()
  return {
    pid: child.pid,
    url: await started,
    said: () => said,
    logged: () => logged,
    stop: async () => {
      child.kill('SIGTERM')
      return child.exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Returns the ports that a process listens on, read from Linux `/proc`. */
export function listeningPorts(pid: number): number[] {
  const inodes = new Set(descriptors(pid).flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const sockets = ['tcp', 'tcp6'].flatMap((family) => readFileSync(`/proc/${pid}/net/${family}`, 'utf8').split('\n'))
  return sockets.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    // State 0A is LISTEN; addresses and ports are hexadecimal: `0100007F:0BB8`.
    return state === '0A' && inodes.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
  })
}

/** Returns the database files in a folder that a process has open. */
export function openDatabases(pid: number, folder: string): string[] {
  const files = descriptors(pid).flatMap((link) => (link.startsWith(`${folder}/`) ? link.slice(folder.length + 1) : []))
  return [...new Set(files.filter((file) => file.endsWith('.db')))].sort()
}

function descriptors(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      // The descriptor was closed since the folder was listed.
      return []
    }
  })
}
