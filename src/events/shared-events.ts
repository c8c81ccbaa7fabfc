import type { Logger } from '../log/logger.ts'
import { createEvents, type Events, type Topic } from './events.ts'
import { createListeners } from './listeners.ts'
import type { OpenTransport, Transport, TransportListener } from './transport.ts'

export interface SharedEvents extends Events {
  /** From now on topics of any scope but `process` reach other processes, and theirs this one. */
  connect<Opened extends Transport>(open: OpenTransport<Opened>): Promise<Opened>
}

/** Within the process alone until connected. What comes from others is heard here and not sent on. */
export function createSharedEvents(log: Pick<Logger, 'error' | 'warn'>): SharedEvents {
  const local = createEvents(log)
  /** What is listened to here; bounded by the topics of the program */
  const topics = new Map<string, Topic<unknown>>()
  const [joins, leaves] = [createListeners<[]>(log), createListeners<[]>(log)]
  const warnOnce = createWarner(log)
  let transport: Transport | undefined

  const listener: TransportListener = {
    heard: (message) => {
      const event = readEvent(message)
      if (!event) return warnOnce('', 'A message of another process is no event and is dropped')
      // Without a listener here it is nobody's, and its schema unknown.
      const topic = topics.get(event.name)
      if (!topic) return
      const payload = topic.payload.safeParse(event.payload)
      if (payload.success) local.emit(topic, payload.data)
      else warnOnce(topic.name, 'An event of another process does not fit its topic and is dropped')
    },
    joined: () => {
      warnOnce.reset()
      joins.tell()
    },
    left: leaves.tell,
  }
  return {
    emit: (topic, payload, reach = topic.scope) => {
      local.emit(topic, payload)
      const isKept = reach === 'kept'
      // Others may be away for now.
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

/** Once for each topic and connection: a program of another release would fill the log. */
function createWarner(log: Pick<Logger, 'warn'>) {
  const warned = new Set<string>()
  const warn = (topic: string, message: string) => {
    if (warned.has(topic)) return
    warned.add(topic)
    log.warn(message, topic ? { topic } : {})
  }
  return Object.assign(warn, { reset: () => warned.clear() })
}
