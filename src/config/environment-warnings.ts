import { misspeltVariables } from './misspelt.ts'
import { routeRuleWarnings } from './route-rules.ts'
import { strayOfSecret } from './stray-characters.ts'

/** Returns warnings about values that are valid but probably mistaken. One or two sentences each. */
export function environmentWarnings(env: Record<string, string | undefined>): string[] {
  const misspelt = misspeltVariables(env).map(
    ({ name, meant }) => `The variable ${name} is not read. Did you mean ${meant}?`,
  )
  const rules = routeRuleWarnings(env.ROUTE_RULES?.trim() || undefined)
  return [...misspelt, strayOfSecret(env.SECRET) ?? [], ...rules].flat()
}
