import { afterEach } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { assetsDir } from './assets-dir.ts'
import { programOf } from './programs.ts'
import { thrift } from './thrift.ts'

const main = programOf('src/main.ts')
/** The program as people start it from a checkout */
export const sourceMain = join(import.meta.dir, '../src/main.ts')

/** Environment of every test process: the paths of programs and of the built assets. */
export function inherited(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...thrift, ASSETS_DIR: assetsDir }
}

/** Runs a command in a separate process until it exits. */
export async function run(words: string[], env: Record<string, string>, input = '') {
  const pipes = { stdin: new Blob([input]), stdout: 'pipe', stderr: 'pipe' } as const
  const child = Bun.spawn([process.execPath, main, ...words], { env, ...pipes })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, stdout, stderr }
}

/** Provides a folder with content and data, and a server on this folder; removes both after each test of the file. */
export function openWorkplaces() {
  let folder = ''
  let running: Bun.Subprocess | undefined
  let said = ''
  afterEach(async () => {
    running?.kill('SIGKILL')
    await running?.exited
    running = undefined
    await rm(folder, { recursive: true, force: true })
  })
  const edit = async (file: string, text: string): Promise<void> => {
    const path = join(folder, 'content', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  return {
    edit,
    folder: () => folder,
    running: () => running,
    /** Standard error of the running server so far */
    said: () => said,
    /** Creates a folder with these texts. @returns the environment that points at it */
    workplace: async (files: Record<string, string>): Promise<Record<string, string>> => {
      folder = await mkdtemp(join(tmpdir(), 'kurs-process-'))
      for (const [file, text] of Object.entries(files)) await edit(file, text)
      const folders = { CONTENT_DIR: join(folder, 'content'), DATA_DIR: join(folder, 'data') }
      // Requests a minimal history: the server generates it in the background and no test reads it.
      return { ...inherited(), PORT: '0', HISTORY_DAYS: '1', ...folders }
    },
    /** Starts the server. @returns its URL */
    start: async (env: Record<string, string>, program = main): Promise<string> => {
      const child = Bun.spawn([process.execPath, program, 'serve'], { env, stdout: 'pipe', stderr: 'pipe' })
      running = child
      said = ''
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const listen = async () => {
        for await (const chunk of child.stderr) {
          said += new TextDecoder().decode(chunk)
          const url = /Kurs is at (\S+)/.exec(said)?.[1]
          if (url) resolve(url)
        }
        reject(new Error(`The server did not start: ${said}`))
      }
      listen()
      return promise
    },
  }
}
