import { z } from 'zod'

/** What stays in the browser between leaving and coming back. */
export const oidcState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type OidcState = z.infer<typeof oidcState>
