import { z } from 'zod'

/** State kept in the browser between leaving and returning. */
export const oidcState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type OidcState = z.infer<typeof oidcState>
