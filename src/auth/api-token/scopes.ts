/** What a token may open; each call of programs names one. None opens pages, administration or acts of security. */
export const scopes = ['market:read', 'backtest', 'bots:read', 'bots:write', 'account:read'] as const
export type Scope = (typeof scopes)[number]

export function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name)
}
