import { environmentSchema } from './environment.ts'

/**
 * Returns unknown variables that are probably misspelled, with the known ones: `ROLE` for `ROLES`, `DATADIR` for
 * `DATA_DIR`.
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
