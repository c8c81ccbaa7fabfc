import { expect, test } from 'bun:test'
import { readNewCredential, readSignature } from './answers.ts'

const letters = (many: number) => 'A'.repeat(many)

const bounds = { id: 1400, rawId: 1400 }
const ofSignature = { clientDataJSON: 4000, authenticatorData: 4000, signature: 2000, userHandle: 200 }
const ofCredential = { clientDataJSON: 4000, attestationObject: 10_000 }

/** Builds an answer whose texts have their maximum lengths, except those that `longer` overrides. */
function answer(response: Record<string, number>, longer: Record<string, number> = {}): string {
  const texts = (lengths: Record<string, number>) =>
    Object.fromEntries(Object.entries(lengths).map(([name, most]) => [name, letters(longer[name] ?? most)]))
  return JSON.stringify({ ...texts(bounds), type: 'public-key', response: texts(response) })
}

test.each(Object.entries({ ...bounds, ...ofSignature }))(
  'a signature accepts %s of at most %i characters',
  (name, most) => {
    expect(readSignature(answer(ofSignature))).toMatchObject({ type: 'public-key' })
    expect(readSignature(answer(ofSignature, { [name]: most + 1 }))).toBeUndefined()
  },
)

test.each(Object.entries({ ...bounds, ...ofCredential }))(
  'a passkey accepts %s of at most %i characters',
  (name, most) => {
    expect(readNewCredential(answer(ofCredential))).toMatchObject({ type: 'public-key', response: { transports: [] } })
    expect(readNewCredential(answer(ofCredential, { [name]: most + 1 }))).toBeUndefined()
  },
)

test('malformed answers are rejected', () => {
  for (const text of ['', 'null', '{}', '[', answer(ofSignature).replace('public-key', 'password')])
    expect([readSignature(text), readNewCredential(text)]).toEqual([undefined, undefined])
})
