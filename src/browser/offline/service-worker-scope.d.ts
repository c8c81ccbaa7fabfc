/** Types of the service worker's global scope that neither the DOM's types nor Bun's contain. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface ExtendableMessageEvent extends ExtendableEvent {
  data: unknown
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification
}

interface EventMap {
  install: ExtendableEvent
  activate: ExtendableEvent
  push: PushEvent
  notificationclick: NotificationEvent
}

declare const clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> }
declare const registration: ServiceWorkerRegistration
declare function skipWaiting(): Promise<void>
