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
