import type { Config } from '../config.ts'
import { paths } from '../paths.ts'

/** Containers have no other program to ask with. */
const patienceMs = 4000

/** Asks the server of this machine whether it is up. @returns 0 when it is, else 1 */
export async function runHealth({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>, write = writeOut): Promise<number> {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '[::1]' : HOST.includes(':') ? `[${HOST}]` : HOST
  const url = `http://${host}:${PORT}${paths.health}`
  const problem = await ask(url)
  write(`${problem ?? 'ok'}\n`)
  return problem === undefined ? 0 : 1
}

async function ask(url: string): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
    return ok ? undefined : `${url} answers ${status}`
  } catch (error) {
    return `${url} does not answer: ${error instanceof Error ? error.message : error}`
  }
}

function writeOut(text: string): void {
  process.stdout.write(text)
}
