import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/* A software authenticator: it sends valid WebAuthn data by default, and any part can be changed. */

export interface AuthenticatorOptions {
  origin?: string
  rpId?: string
  /** Whether the authenticator sets the flag for user verification */
  verifies?: boolean
  /** Signature counter; 0 = not counted */
  counter?: number
  userHandle?: string
  type?: string
}

export interface Authenticator {
  id: string
  /** Returns the form field for a new passkey */
  create(challenge: string, options?: AuthenticatorOptions): string
  /** Returns the form field for the use of a passkey */
  get(challenge: string, userId: string, options?: AuthenticatorOptions): string
}

export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  return {
    id,
    create: (challenge, options = {}) => {
      const key = coseKey(publicKey)
      const size = Buffer.from([0, rawId.length])
      const data = Buffer.concat([header(options, 0x40), Buffer.alloc(16), size, rawId, key])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')]),
        Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData'), 0x58, data.length]),
        data,
      ]).toString('base64url')
      const { clientDataJSON } = clientData('webauthn.create', challenge, options)
      return JSON.stringify({
        ...credential,
        response: { clientDataJSON, attestationObject, transports: ['internal'] },
      })
    },
    get: (challenge, userId, options = {}) => {
      const data = header(options, 0)
      const { clientDataJSON, hash } = clientData('webauthn.get', challenge, options)
      const signature = sign('sha256', Buffer.concat([data, hash]), privateKey).toString('base64url')
      const { userHandle = Buffer.from(userId).toString('base64url') } = options
      const response = { clientDataJSON, authenticatorData: data.toString('base64url'), signature, userHandle }
      return JSON.stringify({ ...credential, response })
    },
  }
}

function clientData(type: string, challenge: string, options: AuthenticatorOptions) {
  const { origin = 'https://kurs.test' } = options
  const json = Buffer.from(JSON.stringify({ type: options.type ?? type, challenge, origin, crossOrigin: false }))
  return { clientDataJSON: json.toString('base64url'), hash: createHash('sha256').update(json).digest() }
}

/** Builds the authenticator data: hash of the relying party ID, flags and counter. */
function header({ rpId = 'kurs.test', verifies = true, counter = 0 }: AuthenticatorOptions, flags: number): Buffer {
  const bytes = Buffer.alloc(37)
  createHash('sha256').update(rpId).digest().copy(bytes)
  bytes[32] = flags | 0x01 | (verifies ? 0x04 : 0)
  bytes.writeUInt32BE(counter, 33)
  return bytes
}

/** Encodes an ES256 key as CBOR (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 32]), Buffer.from(value, 'base64url')])
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), coordinate(0x21, x), coordinate(0x22, y)])
}
