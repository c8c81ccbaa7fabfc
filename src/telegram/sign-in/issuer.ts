import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  discoveryRequest,
  OperationProcessingError,
  processDiscoveryResponse,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'

/** Telegram's default signature algorithm: https://core.telegram.org/bots/telegram-login */
export const signatureAlgorithm = 'RS256'

export interface Issuer {
  /** Its endpoints, cached for an hour */
  server(): Promise<AuthorizationServer>
  /** Options of each request to it */
  options: { signal(): AbortSignal; [allowInsecureRequests]: boolean }
}

const patienceMs = 10_000
const knownForMs = 3_600_000

export function createIssuer(issuer: string, now: () => number): Issuer {
  const options = {
    signal: () => AbortSignal.timeout(patienceMs),
    [allowInsecureRequests]: new URL(issuer).protocol === 'http:',
  }
  let known: { server: AuthorizationServer; at: number } | undefined
  return {
    options,
    server: async () => {
      if (!known || now() - known.at >= knownForMs) known = { server: await discover(issuer, options), at: now() }
      return known.server
    },
  }
}

/** Discovers the endpoints; without a discovery document assumes those of Telegram. */
async function discover(issuer: string, options: Issuer['options']): Promise<AuthorizationServer> {
  const url = new URL(issuer)
  const only = { id_token_signing_alg_values_supported: [signatureAlgorithm] }
  const response = await discoveryRequest(url, options)
  if (response.ok) return { ...(await processDiscoveryResponse(url, response)), ...only }
  const base = issuer.replace(/\/$/, '')
  return {
    issuer,
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    ...only,
  }
}

/** Returns whether the issuer refused, or gave an incorrect answer. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof OperationProcessingError ||
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
}

/** Turns connection failures and refusals into undefined. @throws errors of our own code */
export function rethrowOwn(error: unknown): undefined {
  const isOutside = isRefusal(error) || error instanceof DOMException || error instanceof TypeError
  const isFailedRequest = error instanceof Error && 'code' in error
  if (!isOutside && !isFailedRequest) throw error
  return undefined
}
