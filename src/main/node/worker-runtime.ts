// Provides the globals of a web worker; imported first in each worker on Node.
import './runtime.ts'
import { parentPort, type Transferable } from 'node:worker_threads'

const scope = new EventTarget()
const worker = Object.assign(globalThis, {
  self: globalThis,
  onmessage: undefined as ((event: MessageEvent) => void) | undefined,
  addEventListener: scope.addEventListener.bind(scope),
  removeEventListener: scope.removeEventListener.bind(scope),
  postMessage: (message: unknown, options?: Transferable[] | { transfer: Transferable[] }) =>
    parentPort?.postMessage(message, (Array.isArray(options) ? options : options?.transfer) ?? []),
})

parentPort?.on('message', (data) => {
  const event = new MessageEvent('message', { data })
  worker.onmessage?.(event)
  scope.dispatchEvent(event)
})
