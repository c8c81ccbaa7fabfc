/* Browser's counterpart of `auth/tries/work.ts`. It has its own SHA-256: browsers hash only on secure pages, and
   one asynchronous hash at a time is too slow. */

const primes = Array.from({ length: 320 }, (_, at) => at).filter(
  (number) =>
    number > 1 && !Array.from({ length: 17 }, (_, at) => at + 2).some((by) => by < number && number % by === 0),
)
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0
/** Constants of SHA-256 (FIPS 180-4): the first bits of the fractional parts of roots of the first primes */
const initial = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)))

const schedule = new Int32Array(64)
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Mixes 64 bytes starting at `at` into the state of the hash. */
function mix(state: Int32Array, view: DataView, at: number): void {
  for (let step = 0; step < 16; step++) schedule[step] = view.getInt32(at + 4 * step)
  for (let step = 16; step < 64; step++) {
    const [near, far] = [schedule[step - 2] ?? 0, schedule[step - 15] ?? 0]
    const one = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    const zero = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    schedule[step] = (one + (schedule[step - 7] ?? 0) + zero + (schedule[step - 16] ?? 0)) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let step = 0; step < 64; step++) {
    const big = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + big + ((e & f) ^ (~e & g)) + (constants[step] ?? 0) + (schedule[step] ?? 0)) | 0
    const small = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word
}

/** Returns the SHA-256 as eight words, big-endian. */
export function sha256(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = initial.slice()
  for (let at = 0; at < padded.length; at += 64) mix(state, view, at)
  return state
}

/** Number of hashes between two pauses that let the page respond */
const atOnce = 5000

/** Finds a nonce. @returns a nonce so that the hash of `before` + nonce begins with `bits` zero bits; at most 32 */
export async function findNonce(before: string, bits: number): Promise<string> {
  for (let nonce = 0; ; nonce++) {
    if ((sha256(before + nonce)[0] ?? 0) >>> (32 - bits) === 0) return String(nonce)
    if (nonce % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve))
  }
}
