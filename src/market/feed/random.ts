export interface Random {
  /** Random number uniformly distributed in (0, 1) */
  uniform(): number
  normal(): number
}

/** Returns a 32-bit FNV-1a hash, mixed by a finalizer */
export function hashOf(text: string, ...numbers: number[]): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  for (const number of numbers) hash = mix(Math.imul(hash, 31) + number)
  return mix(hash)
}

/** Deterministic random number generator: a counter in steps of the golden ratio, mixed by a hash. */
export function randomOf(seed: number): Random {
  let state = seed
  let spare: number | undefined
  const uniform = () => {
    state = (state + 0x9e3779b9) | 0
    return (mix(state) + 0.5) / 2 ** 32
  }
  return {
    uniform,
    normal: () => {
      // The Box–Muller transform yields two values at a time, so the second is kept for the next call.
      if (spare !== undefined) {
        const value = spare
        spare = undefined
        return value
      }
      const length = Math.sqrt(-2 * Math.log(uniform()))
      const angle = 2 * Math.PI * uniform()
      spare = length * Math.sin(angle)
      return length * Math.cos(angle)
    },
  }
}

/** Finalizer of the Murmur3 hash: each input bit changes about half of the output bits. */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
