import { ECDH } from 'node:crypto'
import { z } from 'zod'
import type { Locale } from '../../i18n/locales.ts'

/**
 * Hosts of the push services of Chrome, Firefox, Safari and Edge. The server sends requests to these only: an address
 * comes from the browser, and a made-up one could name a machine of the server's own network.
 */
const services = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com']

function isPushService(url: string): boolean {
  const { protocol, hostname, port, username } = URL.parse(url) ?? {}
  const isKnown = services.some((service) => hostname === service || hostname?.endsWith(`.${service}`))
  return protocol === 'https:' && port === '' && username === '' && isKnown
}

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}

/** Fields of a browser's subscription, see https://www.w3.org/TR/push-api/ */
export const pushFields = z.object({
  endpoint: z.string().max(1000).refine(isPushService),
  /** A point of the curve P-256: 65 bytes */
  p256dh: z
    .string()
    .regex(/^[\w-]{87}=?$/)
    .refine(isPoint),
  /** 16 bytes */
  auth: z.string().regex(/^[\w-]{22}(==)?$/),
})

export type PushSubscription = z.infer<typeof pushFields> & { locale: Locale }
