import { z } from 'zod'

/** State of a sign-in, kept in the browser between leaving for Telegram and returning. */
export const oidcState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type OidcState = z.infer<typeof oidcState>
