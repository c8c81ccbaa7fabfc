import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/** Min length of the secret, characters */
export const minSecret = 32

/**
 * Returns the key for signing and encryption: `SECRET`, or a secret that is created once and stored. @throws
 * ConfigError if the stored secret is too short
 */
export function readSecret(dataDir: string, given: string | undefined): string {
  if (given) return given
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) makeSecret(dataDir, file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= minSecret) return secret
  throw new ConfigError(
    `${file} has ${secret.length} characters, and a secret has at least ${minSecret}.\n` +
      'Restore the old one from a backup, or delete the file: a new one is created, and all second factors must be set up again.',
  )
}

/** Returns the existing secret, or a temporary random one, for commands that encrypt nothing. */
export function existingOrTemporarySecret(dataDir: string, given: string | undefined): string {
  if (given || existsSync(join(dataDir, 'secret'))) return readSecret(dataDir, given)
  return randomBytes(48).toString('base64url')
}

/** Creates the secret file atomically: if two processes do so at once, the first one wins. */
function makeSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}-${process.pid}`
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
