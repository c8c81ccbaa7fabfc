/** Content of an ID token, correct or forged */
export interface Forgery {
  claims?: Record<string, unknown>
  /** Whether the token is signed with a key that the issuer does not publish */
  isForeign?: boolean
  header?: Record<string, unknown>
}

export interface OidcIssuer {
  url: string
  /** Result of the next sign-ins: the user, the faults of the user's tokens, and whether access is denied */
  next: { person: number; forgery: Forgery; isDenied: boolean }
  /** Acts as the browser: requests a sign-in. @returns the URL to which the issuer redirects */
  visit(address: string): Promise<string>
  close(): Promise<void>
}

export interface OidcIssuerOptions {
  clientId: string
  clientSecret: string
  /** Whether the issuer serves a discovery document; otherwise it uses the paths of Telegram */
  isDescribed?: boolean
}

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID Connect issuer like Telegram: code flow with PKCE, client_secret_basic, RS256. */
export async function startOidcIssuer({
  clientId,
  clientSecret,
  isDescribed = false,
}: OidcIssuerOptions): Promise<OidcIssuer> {
  const own = await keysOf('own')
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>()
  const next: OidcIssuer['next'] = { person: 1, forgery: {}, isDenied: false }

  const idToken = async (nonce: string): Promise<string> => {
    const { person, forgery } = next
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: url, aud: clientId, sub: String(person), id: person, nonce, iat: now, exp: now + 300 }
    const signed = `${encode({ alg: 'RS256', kid: 'own', ...forgery.header })}.${encode({ ...usual, ...forgery.claims })}`
    const { privateKey } = forgery.isForeign ? await keysOf('foreign') : own
    const signature = await crypto.subtle.sign(algorithm.name, privateKey, Buffer.from(signed))
    return `${signed}.${Buffer.from(signature).toString('base64url')}`
  }
  const authorize = (query: URLSearchParams) => {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (next.isDenied || query.get('code_challenge_method') !== 'S256' || query.get('client_id') !== clientId) {
      back.searchParams.set('error', 'access_denied')
    } else {
      const code = crypto.randomUUID()
      const [challenge, nonce] = [query.get('code_challenge') ?? '', query.get('nonce') ?? '']
      codes.set(code, { challenge, nonce, redirectUri: query.get('redirect_uri') ?? '' })
      back.searchParams.set('code', code)
    }
    return new Response(null, { status: 303, headers: { location: back.href } })
  }
  const exchange = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.get('authorization') !== basic)
      return Response.json({ error: 'invalid_client' }, { status: 401 })
    const kept = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = Buffer.from(form.get('code_verifier') ?? '')
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', verifier)).toString('base64url')
    if (!kept || kept.challenge !== challenge || kept.redirectUri !== form.get('redirect_uri')) {
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    return Response.json({ access_token: 'x', token_type: 'Bearer', id_token: await idToken(kept.nonce) })
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request): Promise<Response> => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/auth') return authorize(searchParams)
      if (pathname === '/token') return exchange(request)
      if (pathname === '/.well-known/jwks.json') {
        const jwk = await crypto.subtle.exportKey('jwk', own.publicKey)
        return Response.json({ keys: [{ ...jwk, kid: 'own', alg: 'RS256', use: 'sig' }] })
      }
      if (pathname === '/.well-known/openid-configuration' && isDescribed) {
        const at = (path: string) => `${url}${path}`
        const [authorization_endpoint, token_endpoint, jwks_uri] = ['/auth', '/token', '/.well-known/jwks.json'].map(at)
        return Response.json({ issuer: url, authorization_endpoint, token_endpoint, jwks_uri })
      }
      return new Response(null, { status: 404 })
    },
  })
  const url: string = server.url.origin
  return {
    url,
    next,
    visit: async (address) => (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '',
    close: () => server.stop(true),
  }
}

const made = new Map<'own' | 'foreign', Promise<CryptoKeyPair>>()

/** Creates each key pair once per process and on demand, because it costs a tenth of a second. */
async function keysOf(owner: 'own' | 'foreign'): Promise<CryptoKeyPair> {
  const keys = made.get(owner) ?? crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  made.set(owner, keys)
  return keys
}
