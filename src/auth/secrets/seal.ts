import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** AES-256-GCM under the process's secret, so that a stolen database yields no codes. */
export interface Seal {
  seal(plain: Uint8Array): string
  /** @throws Error when the text was changed or sealed under another secret */
  open(sealed: string): Uint8Array
}

export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, 'kurs', 'second factor', 32))
  return {
    seal: (plain) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    },
  }
}
