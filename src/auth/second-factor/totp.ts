import { randomBytes } from 'node:crypto'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'

/** Parameters of RFC 6238 that every authenticator app uses: SHA-1, six digits, 30 s. */
const period = 30
const digits = 6

export function newTotpKey(): Uint8Array {
  return randomBytes(20)
}

export function totpUri(key: Uint8Array, login: string): string {
  return createTOTPKeyURI('Kurs', login, key, period, digits)
}

/** Returns whether a text has the form of an authenticator code; a recovery code does not. */
export function isTotpShape(code: string): boolean {
  return /^\d{6}$/.test(plainCode(code))
}

function plainCode(code: string): string {
  return code.replace(/\s/g, '')
}

/** Returns the matched time step; undefined when the code is not valid now. */
export function stepOf(key: Uint8Array, code: string, now: number): number | undefined {
  const plain = plainCode(code)
  if (!isTotpShape(plain)) return undefined
  const current = Math.floor(now / 1000 / period)
  // Accepts clocks that differ by up to one step.
  return [current, current - 1, current + 1].find((step) => verifyHOTP(key, BigInt(step), digits, plain))
}

export function readableKey(key: Uint8Array): string {
  return new URL(totpUri(key, 'x')).searchParams.get('secret')?.replace(/(.{4})(?=.)/g, '$1 ') ?? ''
}
