/** What a service worker has besides what pages have; neither the DOM's types nor Bun's say it. */
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
