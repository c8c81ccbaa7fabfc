import { z } from 'zod'
import type { Seal } from '../auth/secrets/seal.ts'

const sealedText = z.object({ owner: z.string(), text: z.string() })

/**
 * Encrypts a text that is passed through a browser, which can neither read nor change it. The sealed text is valid only
 * for its owner.
 */
export function sealFor(seal: Seal, owner: string, text: string): string {
  return seal.seal(Buffer.from(JSON.stringify({ owner, text })))
}

/**
 * Opens a sealed text; undefined when the text belongs to another user, was changed or was sealed under another secret.
 */
export function openFor(seal: Seal, owner: string, sealed: string | undefined): string | undefined {
  if (!sealed) return undefined
  try {
    const parsed = sealedText.parse(JSON.parse(Buffer.from(seal.open(sealed)).toString()))
    return parsed.owner === owner ? parsed.text : undefined
  } catch {
    // Ignores any other input that a browser sends.
    return undefined
  }
}
