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

/**
 * Variables that contain paths. Paths must not be expanded or trimmed silently: any folder name is valid and would be
 * created by mistake.
 */
const ofPaths = new Set(['DATA_DIR', 'CONTENT_DIR', 'ASSETS_DIR', 'BACKUP_DIR'])

/**
 * Detects remains of file or shell syntax in a value: quotes that Docker's --env-file keeps, Windows line endings.
 * Ignores SECRET: removing such characters later would change the key, and existing encrypted data could not be read.
 */
export function strayCharacters(name: string, value: string): { fault: string; meant: string } | undefined {
  if (name === 'SECRET') return undefined
  const meant = unquoted(value.trim())
  if (/\r\s*$/.test(value)) {
    return { fault: 'has a carriage return at its end: save the file that sets it with Unix line ends (LF)', meant }
  }
  if (meant !== value.trim()) return { fault: 'has quotes around it: remove them', meant }
  if (!ofPaths.has(name)) return undefined
  if (meant !== value) return { fault: 'has spaces around it: remove them', meant }
  return /^(~(\/|$)|\$)/.test(value)
    ? { fault: 'is used as it is, without a shell that replaces ~ or variables: write the whole path', meant }
    : undefined
}

/** Returns a warning for the log at start. @returns undefined for a secret without surrounding characters */
export function strayOfSecret(secret: string | undefined): string | undefined {
  if (!secret?.trim() || unquoted(secret.trim()) === secret) return undefined
  return 'SECRET is surrounded by quotes, spaces or a carriage return, which are part of it: use the same in every process.'
}

function unquoted(value: string): string {
  return /^(["'`])(.*)\1$/s.exec(value)?.[2] ?? /^[“«„](.*)[”»“]$/s.exec(value)?.[1] ?? value
}
