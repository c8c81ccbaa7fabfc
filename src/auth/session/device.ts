import { createHmac } from 'node:crypto'
import { isSame } from './token.ts'

/** Kept by a browser after a sign-in, so that strangers who try the account do not slow down its owner. */
export function deviceMark(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(`device:${userId}`).digest('base64url')
}

export function isKnownDevice(secret: string, userId: string, mark: string | undefined): boolean {
  return mark !== undefined && isSame(Buffer.from(mark), Buffer.from(deviceMark(secret, userId)))
}
