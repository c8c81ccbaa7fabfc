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
import type { OidcState } from './oidc-state.ts'

/** Telegram's default signature algorithm: https://core.telegram.org/bots/telegram-login */
const signatureAlgorithm = 'RS256'

interface Issuer {
  /** Endpoints of the issuer, cached for an hour */
  server(): Promise<AuthorizationServer>
  /** Options of each request to the issuer */
  options: { signal(): AbortSignal; [allowInsecureRequests]: boolean }
}

const patienceMs = 10_000
const knownForMs = 3_600_000

function createIssuer(issuer: string, now: () => number): Issuer {
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

/** Discovers the endpoints of an issuer; without a discovery document, assumes paths like Telegram's. */
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

/** Whether an error means that the issuer refused, or gave an incorrect answer. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof OperationProcessingError ||
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
}

/** Returns undefined for connection failures and refusals. @throws all other errors, which are bugs of ours */
function rethrowOwn(error: unknown): undefined {
  const isOutside = isRefusal(error) || error instanceof DOMException || error instanceof TypeError
  const isFailedRequest = error instanceof Error && 'code' in error
  if (!isOutside && !isFailedRequest) throw error
  return undefined
}

export interface OidcOptions {
  /** URL of the issuer: Telegram's own, except in tests or with another server */
  issuer: string
  clientId: string
  clientSecret: string
  /** URL to return to, registered with @BotFather: Web Login */
  redirectUri: string
  now(): number
}

type OidcOutcome =
  /** The id of the person's chat with the bot */
  | { status: 'known'; chatId: number }
  /** The sign-in was refused, forged, or started in another browser */
  | { status: 'refused'; why: string }
  | { status: 'unreachable' }

export interface OidcClient {
  /** Starts a sign-in. @returns the URL to send the browser to; undefined while the issuer does not answer */
  begin(): Promise<{ url: string; pending: OidcState } | undefined>
  finish(returned: URL, pending: OidcState): Promise<OidcOutcome>
}

/** Client of the authorization code flow with PKCE; checks issuer, audience, nonce and signature algorithm. */
export function createOidcClient(options: OidcOptions): OidcClient {
  const issuer = createIssuer(options.issuer, options.now)
  return {
    begin: async () => {
      const server = await issuer.server().catch(rethrowOwn)
      if (!server?.authorization_endpoint) return undefined
      const [state, nonce, verifier] = [generateRandomState(), generateRandomNonce(), generateRandomCodeVerifier()]
      const url = new URL(server.authorization_endpoint)
      const params = {
        client_id: options.clientId,
        redirect_uri: options.redirectUri,
        response_type: 'code',
        scope: 'openid profile',
        ...{ state, nonce },
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return { url: url.href, pending: { state, nonce, verifier } }
    },
    finish: async (returned, pending) => {
      try {
        const chatId = chatIdOf(await readClaims(issuer, options, returned, pending))
        return chatId === undefined ? { status: 'refused', why: 'no id' } : { status: 'known', chatId }
      } catch (error) {
        if (isRefusal(error)) return { status: 'refused', why: error.message }
        rethrowOwn(error)
        return { status: 'unreachable' }
      }
    },
  }
}

/** Exchanges the authorization code for a token and reads its claims. @throws errors that `isRefusal` recognizes */
async function readClaims(
  issuer: Issuer,
  { clientId, clientSecret, redirectUri }: OidcOptions,
  returned: URL,
  { state, nonce, verifier }: OidcState,
): Promise<unknown> {
  const server = await issuer.server()
  const client = { client_id: clientId, id_token_signed_response_alg: signatureAlgorithm }
  const params = validateAuthResponse(server, client, returned, state)
  const proof = ClientSecretBasic(clientSecret)
  const { options } = issuer
  const response = await authorizationCodeGrantRequest(server, client, proof, params, redirectUri, verifier, options)
  const expected = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await processAuthorizationCodeResponse(server, client, response, expected)
  await validateApplicationLevelSignature(server, response, options)
  return getValidatedIdTokenClaims(tokens)
}

const claimsSchema = z.object({
  id: z.int().positive().optional().catch(undefined),
  sub: z.string(),
})

/** Returns Telegram's claim `id` or, without it, `sub`: a private chat has the id of the person in it. */
function chatIdOf(claims: unknown): number | undefined {
  const { id, sub } = claimsSchema.parse(claims)
  if (id !== undefined) return id
  return /^[1-9]\d{0,15}$/.test(sub) ? Number(sub) : undefined
}
