import { createHash, type Hash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Transferable, Worker } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { getMimeType } from 'hono/utils/mime'
import { serve } from './serve.ts'
import './polyfills.ts'
import './web-socket.ts'

class Hasher {
  readonly #hash: Hash
  constructor(algorithm: string) {
    this.#hash = createHash(algorithm)
  }
  update(data: string | Uint8Array): this {
    this.#hash.update(data)
    return this
  }
  digest(encoding?: 'hex' | 'base64' | 'base64url'): string | Buffer {
    return encoding ? this.#hash.digest(encoding) : this.#hash.digest()
  }
}

/** Returns a 64-bit hash. The values differ from Bun's; that is safe because no hash is stored beyond a process. */
function hashOf(data: string | Uint8Array): bigint {
  return createHash('sha1').update(data).digest().readBigUInt64BE()
}

/** Returns a UUIDv7, see RFC 9562, 5.7 */
function randomUUIDv7(_encoding?: 'hex', at: number | Date = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Number(at), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Compares deeply; a missing property equals an undefined one. */
function deepEquals(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(withoutUndefined(left), withoutUndefined(right))
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutUndefined(each)]))
}

/**
 * Web Worker API over Node's worker threads. The worker's file lies beside the program under the name of its source.
 */
class NodeWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null
  onerror: ((event: ErrorEvent) => void) | null = null
  readonly #worker: Worker

  constructor(path: string) {
    super()
    this.#worker = new Worker(path.replace(/\.ts$/, '.node.mjs'))
    this.#worker.on('message', (data) => this.#deliver(new MessageEvent('message', { data }), this.onmessage))
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

  #deliver(event: MessageEvent, handle: ((event: MessageEvent) => void) | null): void {
    handle?.(event)
    this.dispatchEvent(event)
  }
}

// Implements the parts of Bun's API that the program uses; imported first on Node.

const argon2id = 2

interface HashOptions {
  memoryCost: number
  timeCost: number
}

// Enables `gc` in every thread: there is no other way without a command-line flag.
setFlagsFromString('--expose-gc')
const collect: (how: { execution: 'sync' | 'async' }) => void = runInNewContext('gc')

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

// Uses the active time of the thread's event loop: before Node 23.9 the processor time of a thread is not available.
process.threadCpuUsage ??= () => ({ user: performance.eventLoopUtilization().active * 1000, system: 0 })

Object.assign(globalThis, {
  Worker: NodeWorker,
  Bun: {
    version: `node-${process.versions.node}`,
    CryptoHasher: Hasher,
    deepEquals,
    escapeHTML: (text: unknown) => String(text).replace(/[&<>"']/g, (character) => escaped[character] ?? ''),
    file: openFile,
    gc: (isAwaited: boolean) => collect({ execution: isAwaited ? 'sync' : 'async' }),
    hash: hashOf,
    password: {
      hashSync: (password: string, { memoryCost, timeCost }: HashOptions) =>
        hashSync(password, { algorithm: argon2id, memoryCost, timeCost, parallelism: 1 }),
      verifySync: (password: string, known: string) => verifySync(known, password),
    },
    randomUUIDv7,
    serve,
    // Does nothing, because Node returns memory to the system by itself.
    shrink: () => {},
    sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    stdin: { text: async () => Buffer.concat(await Array.fromAsync(process.stdin)).toString() },
  },
})

function openFile(path: string) {
  const bytes = async () => new Uint8Array(await readFile(path))
  return {
    /** Size of the file, bytes; 0 if the file does not exist */
    get size() {
      return statSync(path, { throwIfNoEntry: false })?.size ?? 0
    },
    type: getMimeType(path) ?? 'application/octet-stream',
    exists: async () => (await stat(path).catch(() => undefined))?.isFile() ?? false,
    bytes,
    arrayBuffer: async () => (await bytes()).buffer,
  }
}
