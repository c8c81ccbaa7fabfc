/** Returns the bearer token of an API client (RFC 6750), '' if it is empty. Browsers never send one by themselves. */
export function bearerOf(headers: Headers): string | undefined {
  const [scheme = '', ...rest] = (headers.get('authorization') ?? '').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : undefined
}
