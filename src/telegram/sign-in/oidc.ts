import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  calculatePKCECodeChallenge,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  ResponseBodyError,
  validateApplicationLevelSignature,
  validateAuthResponse,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { z } from 'zod'

export interface OidcOptions {
  /** Telegram's own unless a test or another server stands in for it */
  issuer: string
  clientId: string
  clientSecret: string
  /** Registered with @BotFather: Web Login */
  redirectUri: string
  now(): number
}

/** What stays in the browser between leaving and coming back. */
export const oidcState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })
export type OidcState = z.infer<typeof oidcState>

export type OidcOutcome =
  /** Whose chat with the bot has this id */
  | { status: 'known'; chatId: number }
  /** Refused, forged, or begun in another browser */
  | { status: 'refused'; why: string }
  | { status: 'unreachable' }

export interface OidcClient {
  /** @returns where to send the browser; undefined while the issuer does not answer */
  begin(): Promise<{ url: string; kept: OidcState } | undefined>
  finish(returned: URL, kept: OidcState): Promise<OidcOutcome>
}

/** Telegram signs so unless told otherwise: https://core.telegram.org/bots/telegram-login */
const alg = 'RS256'
const patienceMs = 10_000
const knownForMs = 3_600_000

/** Authorization code with PKCE; issuer, audience, nonce and the way of signing are held to what is expected. */
export function createOidcClient({ issuer, clientId, clientSecret, redirectUri, now }: OidcOptions): OidcClient {
  const client = { client_id: clientId, id_token_signed_response_alg: alg }
  const options = {
    signal: () => AbortSignal.timeout(patienceMs),
    [allowInsecureRequests]: new URL(issuer).protocol === 'http:',
  }
  let known: { server: AuthorizationServer; at: number } | undefined
  const serverOf = async (): Promise<AuthorizationServer> => {
    if (known && now() - known.at < knownForMs) return known.server
    const server = await discover(issuer, options)
    known = { server, at: now() }
    return server
  }
  return {
    begin: async () => {
      const server = await serverOf().catch(unlessOurs)
      if (!server?.authorization_endpoint) return undefined
      const kept = {
        state: generateRandomState(),
        nonce: generateRandomNonce(),
        verifier: generateRandomCodeVerifier(),
      }
      const url = new URL(server.authorization_endpoint)
      const params = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid profile',
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return { url: url.href, kept }
    },
    finish: async (returned, { state, nonce, verifier }) => {
      try {
        const server = await serverOf()
        const params = validateAuthResponse(server, client, returned, state)
        const basic = ClientSecretBasic(clientSecret)
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          basic,
          params,
          redirectUri,
          verifier,
          options,
        )
        const tokens = await processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        await validateApplicationLevelSignature(server, response, options)
        const chatId = chatIdOf(getValidatedIdTokenClaims(tokens))
        return chatId === undefined ? { status: 'refused', why: 'no id' } : { status: 'known', chatId }
      } catch (error) {
        if (isRefusal(error)) return { status: 'refused', why: error.message }
        unlessOurs(error)
        return { status: 'unreachable' }
      }
    },
  }
}

/** An issuer without a description of itself has its addresses where Telegram has them. */
async function discover(issuer: string, options: Parameters<typeof discoveryRequest>[1]): Promise<AuthorizationServer> {
  const url = new URL(issuer)
  const response = await discoveryRequest(url, options)
  if (response.ok)
    return { ...(await processDiscoveryResponse(url, response)), id_token_signing_alg_values_supported: [alg] }
  const base = issuer.replace(/\/$/, '')
  return {
    issuer,
    authorization_endpoint: `${base}/auth`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: [alg],
  }
}

const claimsSchema = z.object({
  id: z.int().positive().optional().catch(undefined),
  sub: z.string(),
})

/** Telegram's `id`, or else its `sub`: a private chat has the id of the person in it. */
function chatIdOf(claims: unknown): number | undefined {
  const { id, sub } = claimsSchema.parse(claims)
  if (id !== undefined) return id
  return /^[1-9]\d{0,15}$/.test(sub) ? Number(sub) : undefined
}

function isRefusal(error: unknown): error is Error {
  return (
    error instanceof OperationProcessingError ||
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
}

/** Failures of the way to the issuer come to nothing. @throws what is a fault of ours */
function unlessOurs(error: unknown): undefined {
  const isOutside = isRefusal(error) || error instanceof DOMException || error instanceof TypeError
  const isFailedRequest = error instanceof Error && 'code' in error
  if (!isOutside && !isFailedRequest) throw error
  return undefined
}
