/** What a program names itself by (RFC 6750), empty when it names nothing. Browsers never send one by themselves. */
export function bearerOf(headers: Headers): string | undefined {
  const [scheme = '', ...rest] = (headers.get('authorization') ?? '').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : undefined
}
