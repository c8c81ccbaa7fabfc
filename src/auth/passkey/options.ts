import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { type Challenge, challengeLifetimeMs } from './challenge.ts'
import type { PasskeyRow } from './passkey-queries.ts'

/** Algorithms of common authenticators: ES256, EdDSA, RS256. Source: https://www.iana.org/assignments/cose */
export const algorithms = [-7, -8, -257]

/** Returns the input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export function creationOptions(
  { siteUrl }: Pick<AuthDeps, 'siteUrl'>,
  { challenge }: Challenge,
  user: Pick<UserRow, 'id' | 'login' | 'name'>,
  known: readonly PasskeyRow[],
) {
  return {
    challenge,
    rp: { id: new URL(siteUrl).hostname, name: 'Kurs' },
    user: { id: handleOf(user), name: user.login, displayName: user.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMs,
    excludeCredentials: known.map(describe),
    // Requires a discoverable passkey, so that sign-in needs no login, and user verification, so that the passkey
    // counts as both factors.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  } as const
}

/**
 * Returns the input of `PublicKeyCredential.parseRequestOptionsFromJSON`. @param allowed  passkeys that may answer; any
 * passkey if omitted
 */
export function requestOptions(
  { siteUrl }: Pick<AuthDeps, 'siteUrl'>,
  { challenge }: Challenge,
  allowed: readonly PasskeyRow[] = [],
) {
  return {
    challenge,
    rpId: new URL(siteUrl).hostname,
    timeout: challengeLifetimeMs,
    allowCredentials: allowed.map(describe),
    userVerification: 'required',
  } as const
}

/** Returns the user handle that the authenticator stores with the passkey. */
export function handleOf({ id }: Pick<UserRow, 'id'>): string {
  return Buffer.from(id).toString('base64url')
}

function describe({ id, transports }: PasskeyRow) {
  return { type: 'public-key', id, transports: transports.split(',').filter(Boolean) } as const
}
