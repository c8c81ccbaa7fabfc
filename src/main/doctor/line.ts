/** What was looked at, and `ok` or what is wrong with it and what to do */
export type Line = [what: string, state: string]

export const ok = 'ok'
