import { hkdfSync, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hashToken } from '../secrets/token.ts'

/**
 * Parts of a token: `kurs_`, 13 characters of the ID, 43 of the secret, 6 of a checksum. Secret scanners find tokens by
 * `kurs_[0-9A-Za-z]{62}`, and typos are detected without a database query.
 */
const prefix = 'kurs_'
const shape = /^kurs_([0-9A-Za-z]{13})[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const tokenBytes = 9 + 32

export interface NewTokenText {
  id: string
  /** Text of the token, shown to its owner only once */
  text: string
  hash: Buffer
}

/** Creates a token. @param bytes  41 unguessable bytes */
export function newTokenText(bytes: Buffer = randomBytes(tokenBytes)): NewTokenText {
  // The numbers of characters fit the largest values: 72 and 256 bits.
  const id = inDigits(bytes.subarray(0, 9), 13)
  const body = prefix + id + inDigits(bytes.subarray(9, tokenBytes), 43)
  const text = body + checksum(body)
  return { id, text, hash: hashToken(text) }
}

/** Parses a token without checking its secret. @returns the token's ID and hash; undefined if the text is malformed */
export function readTokenText(text: string): Omit<NewTokenText, 'text'> | undefined {
  const id = shape.exec(text)?.[1]
  if (id === undefined || checksum(text.slice(0, -6)) !== text.slice(-6)) return undefined
  return { id, hash: hashToken(text) }
}

/**
 * Derives the token from the form's idempotency key: a resubmitted form shows the same text, although only a hash is
 * stored.
 */
export function keyedTokenText(key: string, secret: string): NewTokenText {
  return newTokenText(Buffer.from(hkdfSync('sha256', secret, key, 'API token of a form', tokenBytes)))
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return inDigits(bytes, 6)
}

function inDigits(bytes: Buffer, width: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; text.length < width; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text
  return text
}
