import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** Hashes a token with SHA-256, which is enough for random secrets. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Purpose of a signature. A signature made for one purpose is not valid for another. */
export type Purpose = 'setup' | 'device' | 'undo' | 'work' | 'passkey' | 'telegram-link' | 'telegram-webhook'

/** Signs a text with HMAC-SHA-256 under the process's secret. */
export function sign(secret: string, purpose: Purpose, text: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url')
}

export function isSigned(secret: string, purpose: Purpose, text: string, signature: string): boolean {
  return isSame(Buffer.from(signature), Buffer.from(sign(secret, purpose, text)))
}
