import { z } from 'zod'
import type { Seal } from '../auth/second-factor/totp.ts'

const sealedText = z.object({ owner: z.string(), text: z.string() })

/** A text that may go through a browser and come back: nobody reads or changes it there, and it is good for its owner only. */
export function sealFor(seal: Seal, owner: string, text: string): string {
  return seal.seal(Buffer.from(JSON.stringify({ owner, text })))
}

/** The text, or nothing when it is somebody else's, was changed or sealed under another secret. */
export function openFor(seal: Seal, owner: string, sealed: string | undefined): string | undefined {
  if (!sealed) return undefined
  try {
    const parsed = sealedText.parse(JSON.parse(Buffer.from(seal.open(sealed)).toString()))
    return parsed.owner === owner ? parsed.text : undefined
  } catch {
    // Whatever a browser sends in its place counts for nothing.
    return undefined
  }
}
