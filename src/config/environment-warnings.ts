import { misspeltVariables } from './misspelt.ts'
import { strayOfSecret } from './stray-characters.ts'

/** Of a valid environment that may not say what was meant; a sentence or two each */
export function environmentWarnings(env: Record<string, string | undefined>): string[] {
  const misspelt = misspeltVariables(env).map(
    ({ name, meant }) => `The variable ${name} is not read. Did you mean ${meant}?`,
  )
  return [...misspelt, strayOfSecret(env.SECRET) ?? []].flat()
}
