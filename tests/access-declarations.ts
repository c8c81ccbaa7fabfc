import type { Route } from '../src/app/app.ts'
import type { Access as Declared } from '../src/http/access.ts'
import { splitLocale } from '../src/i18n/locales.ts'
import type { Access } from './access-rows.ts'

/** Lists routes whose access declaration is wrong or missing: `GET /app/bots declares nothing`. */
export function faultsOf(routes: readonly Route[], table: Record<string, Access>): string[] {
  const answering = routes.filter(({ method }) => method !== 'ALL')
  const handlers = Map.groupBy(answering, ({ method, path }) => `${method} ${path}`)
  return [...handlers].flatMap(([route, [first, ...rest]]) => {
    if (!first?.access) return [`${route} declares nothing by its first handler`]
    if (rest.some((handler) => handler.access)) return [`${route} declares more than one thing`]
    const row = table[withoutLocale(route)]
    return row && first.access !== declaredBy(row) ? [`${route} declares ${first.access}`] : []
  })
}

/** Returns the access level that a route must declare to match its row in the table. */
function declaredBy({ stranger, user, withoutFactor, isPartlyPublic }: Access): Declared {
  if (user === 'app') return 'guest'
  if (stranger !== 'ask' || isPartlyPublic) return 'public'
  return withoutFactor === 'setup' ? 'admin' : 'auth'
}

export function withoutLocale(route: string): string {
  const [method = '', path = ''] = route.split(' ')
  return `${method} ${splitLocale(path).path}`
}
