import { type Transferable, Worker } from 'node:worker_threads'

/** Web Worker API over Node's worker threads. The file lies beside the program under the name of its source. */
export class NodeWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  readonly #worker: Worker

  constructor(path: string) {
    super()
    this.#worker = new Worker(path.replace(/\.ts$/, '.node.mjs'))
    this.#worker.on('message', (data) => this.#tell(new MessageEvent('message', { data }), this.onmessage))
    this.#worker.on('error', ({ message }) => {
      const event = Object.assign(new Event('error'), { message })
      this.onerror?.(event as ErrorEvent)
      this.dispatchEvent(event)
    })
    this.#worker.on('exit', () => this.dispatchEvent(new Event('close')))
  }

  postMessage(message: unknown, options?: Transferable[] | { transfer: Transferable[] }): void {
    this.#worker.postMessage(message, (Array.isArray(options) ? options : options?.transfer) ?? [])
  }

  terminate(): void {
    void this.#worker.terminate()
  }

  ref(): void {
    this.#worker.ref()
  }

  unref(): void {
    this.#worker.unref()
  }

  #tell(event: MessageEvent, handle: ((event: MessageEvent) => void) | null): void {
    handle?.(event)
    this.dispatchEvent(event)
  }
}
