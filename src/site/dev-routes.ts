import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AppEnv } from '../http/env.ts'
import { paths } from '../paths.ts'

/** Tells open pages that what they show has changed. */
export interface DevChanges {
  announce(): void
  subscribe(listener: () => void): () => void
  /** Ends every open stream: a server that stops would wait for them. */
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

/** A connection that says nothing for ten seconds is ended by Bun. */
const pingEvery = 5000

/** Development only: a stream of events that makes the open page refresh itself. */
export function devRoutes(changes: DevChanges, pingMs = pingEvery) {
  return new Hono<AppEnv>().get(paths.devChanges, (c) =>
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
