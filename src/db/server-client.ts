import type { Client } from '@libsql/client'
import type { Logger } from '../log/logger.ts'
import { UnreachableError } from './unreachable.ts'
import { createTroubleLog } from './unwritable.ts'

export interface ServerClientOptions {
  url: string
  authToken?: string | undefined
  /** How long an answer may take, ms */
  answerMs?: number | undefined
  /** Told when the server stops answering, and when it answers again */
  log?: Pick<Logger, 'error' | 'info'> | undefined
}

/** A server ends what takes longer than 5 s by itself, and a large answer has to travel. */
const usualAnswerMs = 10_000

/**
 * After an answer that did not come, ms: what waits is refused at once, so that it does not wait as long in turn. Then one
 * asks for all.
 */
const restMs = 2000

/** Every statement or batch is one request of its own: nothing of a connection is lost with it. */
export async function openServerClient(options: ServerClientOptions): Promise<Client> {
  const { url, authToken, answerMs = usualAnswerMs, log } = options
  // What speaks with servers is a fifth of the driver's start, and few have one.
  const { createClient } = await import('@libsql/client')
  const name = shownAddress(url)
  const trouble = log && createTroubleLog(log)
  let restsUntil = 0
  /** Since an answer did not come, until one does */
  let isSilent = false
  let isTried = false
  const ask = async (request: Request): Promise<Response> => {
    if (performance.now() < restsUntil || isTried) throw new UnreachableError(name, `no answer in ${answerMs} ms`)
    const isTrial = isSilent
    isTried = isTrial
    const signal = AbortSignal.timeout(answerMs)
    try {
      const response = await fetch(request, { signal })
      const body = await response.bytes()
      // Faults of statements are told with 200.
      if (!response.ok) throw new Error(refusalOf(response.status, body))
      isSilent = false
      trouble?.note(undefined)
      return new Response(body, response)
    } catch (cause) {
      isSilent = signal.aborted
      if (isSilent) restsUntil = performance.now() + restMs
      const error = new UnreachableError(name, signal.aborted ? `no answer in ${answerMs} ms` : cause)
      trouble?.note(error)
      throw error
    } finally {
      if (isTrial) isTried = false
    }
  }
  return createClient({ url, authToken, intMode: 'number', fetch: ask })
}

/** May be shown and logged: an address can carry a token. */
export function shownAddress(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//')
}

function refusalOf(status: number, body: Uint8Array): string {
  const words = new TextDecoder().decode(body.subarray(0, 200)).trim()
  return `status ${status}${words && `, ${words}`}`
}
