import { environmentSchema } from './environment.ts'
import { routeRuleWarnings } from './route-rules.ts'
import { strayOfSecret } from './suggestions.ts'

/** Returns warnings about values that are valid but probably mistaken; each has one or two sentences. */
export function environmentWarnings(env: Record<string, string | undefined>): string[] {
  const misspelt = misspeltVariables(env).map(
    ({ name, meant }) => `The variable ${name} is not read. Did you mean ${meant}?`,
  )
  const rules = routeRuleWarnings(env.ROUTE_RULES?.trim() || undefined)
  return [...misspelt, strayOfSecret(env.SECRET) ?? [], ...rules].flat()
}

/**
 * Returns unknown variables that are probably misspelled, each with the probably intended one: `ROLE` for `ROLES`,
 * `DATADIR` for `DATA_DIR`.
 */
export function misspeltVariables(env: Record<string, string | undefined>): { name: string; meant: string }[] {
  const known = Object.keys(environmentSchema.shape)
  return Object.keys(env).flatMap((name) => {
    const meant = known.find((other) => plain(other) === plain(name))
    return meant === undefined || known.includes(name) ? [] : [{ name, meant }]
  })
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '').replace(/S$/, '')
}
