import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { AppEnv } from '../http/env.ts'
import { paths } from '../paths.ts'

/** Tells open pages that what they show has changed. */
export interface DevChanges {
  announce(): void
  subscribe(listener: () => void): () => void
}

export function createDevChanges(): DevChanges {
  const listeners = new Set<() => void>()
  return {
    announce: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Development only: a stream of events that makes the open page refresh itself. */
export function devRoutes(changes: DevChanges) {
  return new Hono<AppEnv>().get(paths.devChanges, (c) =>
    streamSSE(c, async (stream) => {
      const unsubscribe = changes.subscribe(() => void stream.writeSSE({ event: 'change', data: '' }))
      await stream.writeSSE({ event: 'hello', data: '' })
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      unsubscribe()
    }),
  )
}
