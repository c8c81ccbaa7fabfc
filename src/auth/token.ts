import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** `bytes` random bytes for addresses and cookies; 16 cannot be guessed. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is kept of a secret that has enough randomness of its own: SHA-256. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Compares in a time that tells nothing about where two values differ. */
export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
