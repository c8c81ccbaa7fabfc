import { z } from 'zod'

/** A text field longer than other fields, because attestations of some authenticators take 5 KB. */
const longField = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, 14_000))

/** Form fields that `passkey.behavior.ts` fills in */
export const answerFields = { answer: longField, token: longField }
