/** Types of the service worker's global scope that neither the DOM's types nor Bun's contain. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface ExtendableMessageEvent extends ExtendableEvent {
  data: unknown
}

interface EventMap {
  install: ExtendableEvent
  activate: ExtendableEvent
}

declare const clients: { claim(): Promise<void> }
declare function skipWaiting(): Promise<void>
