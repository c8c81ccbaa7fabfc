import type { Logger } from '../log/logger.ts'
import { createEvents, createListeners, type Events, type Topic } from './events.ts'
import type { OpenTransport, Transport, TransportListener } from './transport.ts'

export interface SharedEvents extends Events {
  /** Connects the bus to other processes. Events of all scopes except `process` then pass in both directions. */
  connect<Opened extends Transport>(open: OpenTransport<Opened>): Promise<Opened>
}

/** Creates an event bus that is local until connected. Events from other processes are delivered but not forwarded. */
export function createSharedEvents(log: Pick<Logger, 'error' | 'warn'>): SharedEvents {
  const local = createEvents(log)
  /** Topics with listeners in this process, by name; bounded by the number of topics in the program */
  const topics = new Map<string, Topic<unknown>>()
  const [joins, leaves] = [createListeners<[]>(log), createListeners<[]>(log)]
  const warnOnce = createWarner(log)
  let transport: Transport | undefined

  const listener: TransportListener = {
    onMessage: (message) => {
      const event = readEvent(message)
      if (!event) return warnOnce('', 'Dropped an invalid message from another process')
      // If this process has no listener for the event, it is dropped: nothing receives it, and its schema is unknown.
      const topic = topics.get(event.name)
      if (!topic) return
      const payload = topic.payload.safeParse(event.payload)
      if (payload.success) local.emit(topic, payload.data)
      else warnOnce(topic.name, 'Dropped an event from another process: its payload does not match its topic')
    },
    onJoined: () => {
      warnOnce.reset()
      joins.notify()
    },
    onLeft: leaves.notify,
  }
  return {
    emit: (topic, payload, reach = topic.scope) => {
      local.emit(topic, payload)
      const isKept = reach === 'kept'
      // `kept` events are sent even without other processes, which may be disconnected for now.
      const isWanted = isKept || (reach === 'everywhere' && transport?.hasOthers())
      if (isWanted) transport?.send(JSON.stringify([topic.name, payload]), isKept)
    },
    on: (topic, handle) => {
      if (topic.scope !== 'process') topics.set(topic.name, topic)
      return local.on(topic, handle)
    },
    others: {
      areThere: () => transport?.hasOthers() ?? false,
      onJoin: joins.on,
      onLeave: leaves.on,
    },
    connect: async (open) => {
      const opened = await open(listener)
      transport = opened
      return opened
    },
  }
}

function readEvent(message: string): { name: string; payload: unknown } | undefined {
  try {
    const event: unknown = JSON.parse(message)
    if (!Array.isArray(event) || event.length !== 2 || typeof event[0] !== 'string') return undefined
    return { name: event[0], payload: event[1] }
  } catch {
    return undefined
  }
}

/** Warns about invalid events once per topic and connection: a process of another release would flood the log. */
function createWarner(log: Pick<Logger, 'warn'>) {
  const warned = new Set<string>()
  const warn = (topic: string, message: string) => {
    if (warned.has(topic)) return
    warned.add(topic)
    log.warn(message, topic ? { topic } : {})
  }
  return Object.assign(warn, { reset: () => warned.clear() })
}
