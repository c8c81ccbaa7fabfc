import type { Client } from '@libsql/client'
import type { Logger } from '../log/logger.ts'
import { UnreachableError } from './unreachable.ts'
import { createTroubleLog } from './unwritable.ts'

export interface ServerClientOptions {
  url: string
  authToken?: string | undefined
  /** Timeout of an answer, ms */
  answerMs?: number | undefined
  /** Logger that gets a line when the server stops answering, and when it answers again */
  log?: Pick<Logger, 'error' | 'info'> | undefined
}

/** Default timeout, ms. A server aborts any statement above 5 s by itself, and a large answer takes time to arrive. */
const usualAnswerMs = 10_000

/**
 * Pause after a timeout, ms. During the pause requests fail at once, so that they do not each wait for a timeout. After
 * the pause a single request probes the server.
 */
const pauseMs = 2000

/** Opens a client that sends each statement or batch as a separate request, so no state is lost with a connection. */
export async function openServerClient(options: ServerClientOptions): Promise<Client> {
  const { url, authToken, answerMs = usualAnswerMs, log } = options
  // Imports the remote client only if needed: it takes a fifth of the driver's load time, and few installations have a
  // server.
  const { createClient } = await import('@libsql/client')
  const name = redactedUrl(url)
  const trouble = log && createTroubleLog(log)
  let pausedUntil = 0
  /** Whether a request has timed out and no answer has arrived since */
  let isSilent = false
  let isProbing = false
  const ask = async (request: Request): Promise<Response> => {
    if (performance.now() < pausedUntil || isProbing) throw new UnreachableError(name, `no answer in ${answerMs} ms`)
    const isProbe = isSilent
    isProbing = isProbe
    const signal = AbortSignal.timeout(answerMs)
    try {
      const response = await fetch(request, { signal })
      const body = await response.bytes()
      // Refuses other statuses as errors of the server: errors of statements have the status 200.
      if (!response.ok) throw new Error(refusalOf(response.status, body))
      isSilent = false
      trouble?.note(undefined)
      return new Response(body, response)
    } catch (cause) {
      isSilent = signal.aborted
      if (isSilent) pausedUntil = performance.now() + pauseMs
      const error = new UnreachableError(name, signal.aborted ? `no answer in ${answerMs} ms` : cause)
      trouble?.note(error)
      throw error
    } finally {
      if (isProbe) isProbing = false
    }
  }
  return createClient({ url, authToken, intMode: 'number', fetch: ask })
}

/** Removes credentials from a URL so that it can be displayed and logged. */
export function redactedUrl(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//')
}

function refusalOf(status: number, body: Uint8Array): string {
  const words = new TextDecoder().decode(body.subarray(0, 200)).trim()
  return `status ${status}${words && `, ${words}`}`
}
