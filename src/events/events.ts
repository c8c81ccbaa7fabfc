import type { z } from 'zod'
import type { Logger } from '../log/logger.ts'

/** An event type, exported by the domain that emits its events. Payloads are plain JSON. */
export interface Topic<Payload> {
  name: string
  /** Schema of the payload, applied to events from other processes; within one process the types suffice */
  payload: z.ZodType<Payload>
  scope: Scope
}

/** Reach of an event. `process`: this process; `kept`: all, and replayed after a disconnection if the transport can. */
export type Scope = 'everywhere' | 'kept' | 'process'

/** Event bus without storage: events may be lost, repeated or reordered. To catch up, listeners read the database. */
export interface Events {
  /** Publishes an event. @param reach  replaces the topic's scope */
  emit<Payload>(topic: Topic<Payload>, payload: Payload, reach?: Scope): void
  /** Subscribes to a topic. @returns a function that unsubscribes */
  on<Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void | Promise<void>): () => void
  others: Others
}

interface Others {
  areThere(): boolean
  /** Called when this process starts to receive events of others, also after a pause; it has missed earlier events. */
  onJoin(listener: () => void): () => void
  /** Called when this process stops receiving events of other processes, or cannot start to receive them yet. */
  onLeave(listener: () => void): () => void
}

export function topic<Payload>(name: string, payload: z.ZodType<Payload>, scope: Scope = 'everywhere'): Topic<Payload> {
  return { name, payload, scope }
}

interface Listener {
  handle(payload: unknown): void | Promise<void>
}

/** Creates a bus within one process. Calls listeners synchronously; one that throws does not stop the others. */
export function createEvents(log: Pick<Logger, 'error'>): Events {
  // Keyed by the topic object, not its name: a listener only ever receives payloads of its own type.
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

/** Creates a set of listeners. If one throws, this is logged with `words`, and the others are still called. */
export function createListeners<Args extends unknown[]>(
  log: Pick<Logger, 'error'>,
  failureMessage = 'Event listener failed',
) {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify: (...args: Args) => {
      for (const listener of listeners) {
        try {
          listener(...args)
        } catch (error) {
          log.error(failureMessage, error)
        }
      }
    },
    on: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
