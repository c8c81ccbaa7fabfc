import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { paths } from '../paths.ts'

export interface DevChanges {
  announce(): void
  subscribe(listener: () => void): () => void
  /** Ends every open event stream, because open streams would delay the shutdown. */
  close(): void
  readonly closed: Promise<void>
}

export function createDevChanges(): DevChanges {
  const listeners = new Set<() => void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  return {
    announce: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close,
    closed,
  }
}

/** Interval of pings on an event stream, ms; Bun closes connections that are silent for ten seconds. */
const pingEvery = 5000

/** Creates the development-only route of server-sent events that make the open page reload. */
export function devRoutes(changes: DevChanges, pingMs = pingEvery) {
  return new Hono<AppEnv>().get(paths.devChanges, anyone, (c) =>
    streamSSE(c, async (stream) => {
      const unsubscribe = changes.subscribe(() => void stream.writeSSE({ event: 'change', data: '' }))
      const ping = setInterval(() => void stream.writeSSE({ event: 'ping', data: '' }), pingMs)
      await stream.writeSSE({ event: 'hello', data: '' })
      await Promise.race([changes.closed, new Promise<void>((resolve) => stream.onAbort(resolve))])
      clearInterval(ping)
      unsubscribe()
    }),
  )
}
