import type { z } from 'zod'
import type { Logger } from '../log/logger.ts'

/** Exported by the domain that emits it; payloads are plain JSON. */
export interface Topic<Payload> {
  name: string
  /** Validates what comes from another process; within one, the topic itself ties both sides to the type */
  payload: z.ZodType<Payload>
}

/**
 * Nothing is kept: a listener may miss an event, get it twice or out of order. The database is the truth; reading it
 * catches up.
 */
export interface Events {
  emit<Payload>(topic: Topic<Payload>, payload: Payload): void
  /** @returns unsubscribes */
  on<Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void | Promise<void>): () => void
}

export function topic<Payload>(name: string, payload: z.ZodType<Payload>): Topic<Payload> {
  return { name, payload }
}

interface Listener {
  handle(payload: unknown): void | Promise<void>
}

/** Within one process: listeners are called synchronously, and one that fails does not stop the others. */
export function createEvents(log: Pick<Logger, 'error'>): Events {
  // Keyed by the topic itself, not its name: a listener only ever gets payloads of its own type.
  const listeners = new Map<Topic<unknown>, Set<Listener>>()
  const call = async ({ handle }: Listener, payload: unknown) => handle(payload)
  return {
    emit: (topic, payload) => {
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        call(listener, payload).catch((error: unknown) => log.error('A listener failed', error, { topic: topic.name }))
      }
    },
    on: (topic, handle) => {
      const listener: Listener = { handle }
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => {
        known.delete(listener)
      }
    },
  }
}
