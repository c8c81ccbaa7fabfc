/** Scopes of API tokens; each API call requires one. None of them grants pages, administration or security settings. */
export const scopes = ['market:read', 'backtest', 'bots:read', 'bots:write', 'account:read'] as const
export type Scope = (typeof scopes)[number]

export function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name)
}
