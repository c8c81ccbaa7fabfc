import { z } from 'zod'

export const roles = ['web', 'ticker', 'feed', 'bots', 'telegram', 'sender'] as const
export type Role = (typeof roles)[number]

/** Comma-separated role names without duplicates. */
export const roleList = z
  .string()
  .default(roles.join(','))
  .transform((value, { addIssue }) => {
    const names = new Set(value.split(',').flatMap((name) => name.trim() || []))
    const problem = problemOfRoles(names)
    if (problem) addIssue(`${problem}: expected some of ${roles.join(', ')}, separated by commas`)
    return roles.filter((role) => names.has(role))
  })

function problemOfRoles(names: Set<string>): string | undefined {
  if (names.size === 0) return 'no role is named'
  const strange = [...names].filter((name) => !roles.some((role) => role === name))
  return strange.length > 0 ? `there is no role ${strange.join(', ')}` : undefined
}
