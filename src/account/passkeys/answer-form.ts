import { z } from 'zod'

/** Longer than other fields: attestations of some authenticators take 5 KB. */
const longField = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, 14_000))

/** Filled in by `passkey.behavior.ts` */
export const answerFields = { answer: longField, token: longField }
