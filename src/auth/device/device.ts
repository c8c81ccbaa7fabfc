import { hashToken, isSigned, randomToken, sign } from '../secrets/token.ts'

export interface Visitor {
  address: string
  userAgent: string
}

/** A browser in which somebody has signed in. */
export interface Device {
  /** Value of the device's cookie: `id.signature` */
  token: string
  /** Key of the device in the database */
  hash: string
}

/** Reads the device from a cookie with a valid signature. Whether an account knows it is stored in `devices`. */
export function readDevice(secret: string, token: string | undefined): Device | undefined {
  const [id = '', signature = ''] = token?.split('.') ?? []
  if (!token || !isSigned(secret, 'device', id, signature)) return undefined
  return { token, hash: hashToken(id).toString('hex') }
}

export function newDevice(secret: string): Device {
  const id = randomToken(16)
  return { token: `${id}.${sign(secret, 'device', id)}`, hash: hashToken(id).toString('hex') }
}
