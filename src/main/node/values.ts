import { createHash, type Hash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

export class Hasher {
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

/** 64-bit hash. Its values differ from Bun's, which is fine because none are stored beyond a process. */
export function hashOf(data: string | Uint8Array): bigint {
  return createHash('sha1').update(data).digest().readBigUInt64BE()
}

/** RFC 9562, 5.7 */
export function randomUUIDv7(_encoding?: 'hex', at: number | Date = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Number(at), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Compares deeply; a missing property equals an undefined one. */
export function deepEquals(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(withoutUndefined(left), withoutUndefined(right))
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutUndefined(each)]))
}
