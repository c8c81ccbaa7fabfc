import {
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import { z } from 'zod'
import { createIssuer, type Issuer, isRefusal, rethrowOwn, signatureAlgorithm } from './issuer.ts'
import type { OidcState } from './oidc-state.ts'

export interface OidcOptions {
  /** Telegram's own, except in tests or with another server */
  issuer: string
  clientId: string
  clientSecret: string
  /** Registered with @BotFather: Web Login */
  redirectUri: string
  now(): number
}

export type OidcOutcome =
  /** The id of the person's chat with the bot */
  | { status: 'known'; chatId: number }
  /** Refused, forged, or started in another browser */
  | { status: 'refused'; why: string }
  | { status: 'unreachable' }

export interface OidcClient {
  /** @returns the URL to send the browser to; undefined while the issuer does not answer */
  begin(): Promise<{ url: string; pending: OidcState } | undefined>
  finish(returned: URL, pending: OidcState): Promise<OidcOutcome>
}

/** Authorization code flow with PKCE; checks issuer, audience, nonce and signature algorithm. */
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

/** Exchanges the code for a token and reads its claims. @throws errors that `isRefusal` recognizes */
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

/** Returns Telegram's `id`, or else its `sub`: a private chat has the id of the person in it. */
function chatIdOf(claims: unknown): number | undefined {
  const { id, sub } = claimsSchema.parse(claims)
  if (id !== undefined) return id
  return /^[1-9]\d{0,15}$/.test(sub) ? Number(sub) : undefined
}
