/** Documentation page about unsupported sockets and sub-paths, with the reason and an alternative */
const page = '/en/docs/operations/reverse-proxy#not-supported-sockets-and-sub-paths'

/**
 * Suggests a fix for a rejected value. Call it only with values that may be shown.
 * @param accepts  whether the variable accepts a value
 */
export function fixOf(name: string, value: string, accepts: (value: string) => boolean): string | undefined {
  if (/^(HOST|PORT|METRICS_ADDRESS)$/.test(name) && /^(unix:|\/|\.\/)/.test(value)) {
    return `Kurs does not listen on Unix sockets: use HOST=127.0.0.1 and a PORT (documentation: ${page})`
  }
  if (name === 'SITE_URL' && /^https?:\/\//i.test(value) && URL.canParse(value) && new URL(value).pathname !== '/') {
    return `Kurs cannot be served below a path: give it a host name of its own, such as kurs.${new URL(value).hostname} (documentation: ${page})`
  }
  const meant = candidates(name, value).find((candidate) => candidate !== value && accepts(candidate))
  if (meant === undefined) return undefined
  const port = name === 'HOST' ? /[\w.\]]:(\d+)\/?$/.exec(value)?.[1] : undefined
  return `did you mean ${name}=${meant}${port === undefined ? '' : ` and PORT=${port}`}?`
}

function candidates(name: string, value: string): string[] {
  const lower = value.toLowerCase()
  if (name === 'PORT') return [/:?(\d+)(?:\/(?:tcp)?)?$/.exec(value)?.[1] ?? '']
  if (name === 'HOST') {
    const bare = value.replace(/^\w+:\/\//, '').replace(/\/.*$/, '')
    return [value === '*' ? '0.0.0.0' : '', bare.replace(/^\[(.*)\](:\d+)?$/, '$1'), bare.replace(/:\d+$/, '')]
  }
  if (name === 'ROLES' || name === 'EMBEDS') return [value.split(/[\s,;|]+/).join(',')]
  const host = value.replace(/^https?:?\/+/i, '')
  const isLocal = /^(localhost|127\.|\[::1\])/.test(host)
  const scheme = /^http(?!s)/i.test(value) || (isLocal && !/^https/i.test(value)) ? 'http' : 'https'
  const url = host.includes('://') ? '' : `${scheme}://${host}`
  return [lower, { on: '1', enabled: '1', off: '0', disabled: '0' }[lower] ?? '', url]
}
