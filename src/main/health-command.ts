import type { Role } from '../config/roles.ts'
import type { Config } from '../config.ts'
import { paths } from '../paths.ts'

/** Timeout, ms. Used as the health check of containers, which contain no other HTTP client. */
const patienceMs = 4000

/** Roles that open a port. Processes with other roles count as healthy while they run. */
const listening: readonly Role[] = ['web', 'ticker']

type HealthConfig = Pick<Config, 'HOST' | 'PORT' | 'ROLES'>

/** Checks whether the server on this machine is up. @returns exit status 0 if the server is up, otherwise 1 */
export async function runHealth({ HOST, PORT, ROLES }: HealthConfig, write = writeOut): Promise<number> {
  if (!ROLES.some((role) => listening.includes(role))) {
    write(`ok, as long as it runs: ROLES=${ROLES} opens no port to ask at\n`)
    return 0
  }
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
