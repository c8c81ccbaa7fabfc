import { z } from 'zod'

/** Longer than other texts: attestations of some authenticators have 5 KB. */
const longField = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, 14_000))

/** What `passkey.behavior.ts` fills in */
export const answerFields = { answer: longField, token: longField }
