import { generateHOTP } from '@oslojs/otp'

export function codeNow(key: Uint8Array, now = Date.now()): string {
  return generateHOTP(key, BigInt(Math.floor(now / 30_000)), 6)
}
