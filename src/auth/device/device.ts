import { hashToken, isSigned, randomToken, sign } from '../session/token.ts'

/** A browser in which somebody has signed in. */
export interface Device {
  /** What its cookie holds: `id.signature` */
  token: string
  /** What the database knows it by */
  hash: string
}

/** The one that a cookie names, if it is one of ours. Whether an account knows it stands in `devices`. */
export function readDevice(secret: string, token: string | undefined): Device | undefined {
  const [id = '', signature = ''] = token?.split('.') ?? []
  if (!token || !isSigned(secret, 'device', id, signature)) return undefined
  return { token, hash: hashToken(id).toString('hex') }
}

export function newDevice(secret: string): Device {
  const id = randomToken(16)
  return { token: `${id}.${sign(secret, 'device', id)}`, hash: hashToken(id).toString('hex') }
}
