/**
 * Returns the bearer token of an API client (RFC 6750), '' if the token is empty. Browsers never send such a token by
 * themselves.
 */
export function bearerOf(headers: Headers): string | undefined {
  const [scheme = '', ...rest] = (headers.get('authorization') ?? '').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : undefined
}
