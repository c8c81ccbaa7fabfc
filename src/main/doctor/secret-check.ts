import { listSealed } from '../../auth/second-factor/factor-queries.ts'
import { createSeal } from '../../auth/second-factor/totp.ts'
import { existingOrTemporarySecret } from '../../config/secret.ts'
import type { Config } from '../../config.ts'
import type { Reader } from '../../db/client.ts'
import { ok } from './line.ts'

/**
 * Checks whether the secret opens the sealed second factors. A wrong secret has no other symptom than that right codes
 * are refused.
 */
export async function sealedState({ dataDir, SECRET }: Config, db: Reader): Promise<string> {
  const seal = createSeal(existingOrTemporarySecret(dataDir, SECRET))
  const all = await listSealed(db)
  const closed = all.filter((sealed) => !opens(() => seal.open(sealed)))
  if (closed.length === 0) return ok
  return `the secret cannot decrypt ${closed.length} of ${all.length} second factors, so their codes are rejected.\nGive every process the SECRET, or the file "secret", with which they were encrypted. If it is lost, use "user reset --second-factor"`
}

function opens(open: () => unknown): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}
