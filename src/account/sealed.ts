import { z } from 'zod'
import type { Seal } from '../auth/secrets/seal.ts'

const sealedText = z.object({ owner: z.string(), text: z.string() })

/** Seals a text to pass through a browser, which can neither read nor change it. It is valid only for its owner. */
export function sealFor(seal: Seal, owner: string, text: string): string {
  return seal.seal(Buffer.from(JSON.stringify({ owner, text })))
}

/** Opens a sealed text; undefined when it is another user's, was changed or was sealed under another secret. */
export function openFor(seal: Seal, owner: string, sealed: string | undefined): string | undefined {
  if (!sealed) return undefined
  try {
    const parsed = sealedText.parse(JSON.parse(Buffer.from(seal.open(sealed)).toString()))
    return parsed.owner === owner ? parsed.text : undefined
  } catch {
    // Ignore any other input that a browser sends.
    return undefined
  }
}
