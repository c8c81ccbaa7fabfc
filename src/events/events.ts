import type { z } from 'zod'
import type { Logger } from '../log/logger.ts'

/** Exported by the domain that emits it; payloads are plain JSON. */
export interface Topic<Payload> {
  name: string
  /** Validates what comes from another process; within one, the topic itself ties both sides to the type */
  payload: z.ZodType<Payload>
  scope: Scope
}

/** `process`: heard nowhere else. `kept`: everywhere, on returning too where the transport keeps any. */
export type Scope = 'everywhere' | 'kept' | 'process'

/** Nothing is kept: events may be missed, come twice or out of order. Reading the database, the truth, catches up. */
export interface Events {
  /** @param reach  as far as the topic goes unless given */
  emit<Payload>(topic: Topic<Payload>, payload: Payload, reach?: Scope): void
  /** @returns unsubscribes */
  on<Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void | Promise<void>): () => void
  others: Others
}

export interface Others {
  areThere(): boolean
  /** When this process begins to hear them, and again after a pause: what was emitted before is lost. */
  onJoin(listener: () => void): () => void
  /** When it hears them no longer, or not yet. */
  onLeave(listener: () => void): () => void
}

export function topic<Payload>(name: string, payload: z.ZodType<Payload>, scope: Scope = 'everywhere'): Topic<Payload> {
  return { name, payload, scope }
}

interface Listener {
  handle(payload: unknown): void | Promise<void>
}

/** Within one process: listeners are called synchronously, and one that fails does not stop the others. */
export function createEvents(log: Pick<Logger, 'error'>): Events {
  // Keyed by the topic itself, not its name: a listener only ever gets payloads of its own type.
  const listeners = new Map<Topic<unknown>, Set<Listener>>()
  const call = async ({ handle }: Listener, payload: unknown) => handle(payload)
  const never = () => () => {}
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
    others: { areThere: () => false, onJoin: never, onLeave: never },
  }
}
