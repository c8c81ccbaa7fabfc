import { createECDH, hkdfSync } from 'node:crypto'

/** Keys by which push services know this site, base64url, see RFC 8292 */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Derives the keys from the site's secret, so that every process has the same and none has to be stored. */
export function vapidKeysOf(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt++) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, 'kurs', `web-push ${attempt}`, 32))
    const keys = createECDH('prime256v1')
    try {
      keys.setPrivateKey(bytes)
    } catch {
      // Two of 2³² numbers are beyond the order of the curve.
      continue
    }
    return { publicKey: keys.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
  }
}
