/** Subject of a check, and `ok` or the problem with its remedy */
export type Line = [what: string, state: string]

export const ok = 'ok'
