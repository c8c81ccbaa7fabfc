/** Paths are not expanded or trimmed: a folder of any name can be made, and one by mistake would be. */
const ofPaths = new Set(['DATA_DIR', 'CONTENT_DIR', 'ASSETS_DIR', 'BACKUP_DIR'])

/**
 * Parts of a file or a shell that a value has brought along: quotes that Docker's --env-file keeps, line ends of Windows.
 * The secret is exempt: whoever starts without them from now on could not open what was sealed with them.
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

/** For the log of a start. @returns undefined for a secret without anything around it */
export function strayOfSecret(secret: string | undefined): string | undefined {
  if (!secret?.trim() || unquoted(secret.trim()) === secret) return undefined
  return 'SECRET has quotes, spaces or a carriage return around it, and they count: give every process the same.'
}

function unquoted(value: string): string {
  return /^(["'`])(.*)\1$/s.exec(value)?.[2] ?? /^[“«„](.*)[”»“]$/s.exec(value)?.[1] ?? value
}
