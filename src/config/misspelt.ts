import { environmentSchema } from './environment.ts'

/** Variables that nothing reads, and ours they may be meant for: `ROLE` for `ROLES`, `DATADIR` for `DATA_DIR`. */
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
