import { createHmac } from 'node:crypto'
import { hashToken, isSame, randomToken } from '../session/token.ts'

/** A browser in which somebody has signed in. */
export interface Device {
  /** What its cookie holds: `id.signature` */
  token: string
  /** What the database knows it by */
  hash: string
}

/** The one that a cookie names, if it is one of ours. Whether an account knows it stands in `devices`. */
export function readDevice(secret: string, token: string | undefined): Device | undefined {
  const [id = '', signature = ''] = token?.split('.', 2) ?? []
  if (!token || !isSame(Buffer.from(signature), Buffer.from(sign(secret, id)))) return undefined
  return { token, hash: hashToken(id).toString('hex') }
}

export function newDevice(secret: string): Device {
  const id = randomToken(16)
  return { token: `${id}.${sign(secret, id)}`, hash: hashToken(id).toString('hex') }
}

function sign(secret: string, id: string): string {
  return createHmac('sha256', secret).update(`device:${id}`).digest('base64url')
}
