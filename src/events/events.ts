import type { z } from 'zod'
import type { Logger } from '../log/logger.ts'

/** An event type. The domain that emits it exports it; payloads are plain JSON. */
export interface Topic<Payload> {
  name: string
  /** Validates payloads from other processes; within one process the types suffice */
  payload: z.ZodType<Payload>
  scope: Scope
}

/** `process`: this process only. `kept`: everywhere, and replayed after a disconnection if the transport can. */
export type Scope = 'everywhere' | 'kept' | 'process'

/** Event bus without storage: events may be lost, repeated or reordered. Read the database, the truth, to catch up. */
export interface Events {
  /** @param reach  the topic's scope if omitted */
  emit<Payload>(topic: Topic<Payload>, payload: Payload, reach?: Scope): void
  /** @returns a function that unsubscribes */
  on<Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void | Promise<void>): () => void
  others: Others
}

interface Others {
  areThere(): boolean
  /** Called when this process starts to receive events of others, also after a pause: earlier events are lost. */
  onJoin(listener: () => void): () => void
  /** Called when it stops receiving them, or cannot start yet. */
  onLeave(listener: () => void): () => void
}

export function topic<Payload>(name: string, payload: z.ZodType<Payload>, scope: Scope = 'everywhere'): Topic<Payload> {
  return { name, payload, scope }
}

interface Listener {
  handle(payload: unknown): void | Promise<void>
}

/** Bus within one process. Listeners are called synchronously, and one that fails does not stop the others. */
export function createEvents(log: Pick<Logger, 'error'>): Events {
  // Keyed by the topic itself, not its name: a listener only ever gets payloads of its own type.
  const listeners = new Map<Topic<unknown>, Set<Listener>>()
  const call = async ({ handle }: Listener, payload: unknown) => handle(payload)
  const never = () => () => {}
  return {
    emit: (topic, payload) => {
      for (const listener of [...(listeners.get(topic) ?? [])]) {
        call(listener, payload).catch((error: unknown) =>
          log.error('Event listener failed', error, { topic: topic.name }),
        )
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
