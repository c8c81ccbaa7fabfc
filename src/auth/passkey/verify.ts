import type { AuthDeps } from '../auth-deps.ts'
import type { NewCredential, Signature } from './answers.ts'
import { algorithms, type Challenge } from './challenge.ts'
import type { PasskeyRow } from './passkey-queries.ts'

/** Loads the library at first use, because it takes 25 MB and 0.2 s. */
async function library() {
  // Imports the polyfill before the library: in a bundle, the library's own import comes too late.
  await import('reflect-metadata')
  return { ...(await import('@simplewebauthn/server')), ...(await import('@simplewebauthn/server/helpers')) }
}

const expected = ({ siteUrl }: Pick<AuthDeps, 'siteUrl'>, { challenge }: Challenge) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(siteUrl).origin,
  expectedRPID: new URL(siteUrl).hostname,
  requireUserVerification: true,
})

/**
 * Verifies a signature. @returns the new signature counter; undefined when the signature does not match the challenge
 */
export async function verifySignature(
  deps: Pick<AuthDeps, 'siteUrl'>,
  challenge: Challenge,
  { response, ...rest }: Signature,
  { id, publicKey, counter }: PasskeyRow,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...signed } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(deps, challenge),
      response: {
        ...rest,
        response: { ...signed, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // Handles malformed input, on which the library throws.
    return undefined
  }
}

export type VerifiedCredential = Pick<PasskeyRow, 'id' | 'publicKey' | 'counter'>

export async function verifyNewCredential(
  deps: Pick<AuthDeps, 'siteUrl'>,
  challenge: Challenge,
  { response, ...rest }: NewCredential,
): Promise<VerifiedCredential | undefined> {
  const { verifyRegistrationResponse, decodeAttestationObject, isoBase64URL, isoCBOR } = await library()
  const { clientDataJSON } = response
  try {
    const sent = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    // Strips the attestation, which was not requested: the library would fetch the URLs in its certificates.
    const plain = new Map<string | number, Parameters<typeof isoCBOR.encode>[0]>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', sent.get('authData')],
    ])
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(plain))
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(deps, challenge),
      response: { ...rest, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey), counter }
  } catch {
    // Handles malformed input, on which the library throws.
    return undefined
  }
}
