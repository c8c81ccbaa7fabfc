import { z } from 'zod'

/* Schemas of the output of `PublicKeyCredential.toJSON()`. Source: https://www.w3.org/TR/webauthn-3/#sctn-parsing */

/** Schema of base64url text. The ID of a credential has at most 1023 bytes. */
const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most)
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }

const signature = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(200).nullish(),
  }),
})

const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(10_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([]),
  }),
})

export type Signature = z.infer<typeof signature>
export type NewCredential = z.infer<typeof newCredential>

/** Parses the answer of an authenticator. Returns undefined for input that no browser sends. */
export function readSignature(text: string): Signature | undefined {
  return signature.safeParse(jsonOf(text)).data
}

export function readNewCredential(text: string): NewCredential | undefined {
  return newCredential.safeParse(jsonOf(text)).data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
