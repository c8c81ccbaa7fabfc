import type { Context } from 'hono'
import { declareAccess, type Guard } from '../../http/access.ts'
import { bearerOf } from '../../http/bearer.ts'
import type { AppEnv } from '../../http/env.ts'
import { countCalls } from '../../http/limit-rate.ts'
import { problem } from '../../http/problem.ts'
import { networkOf, type RateLimitOptions } from '../../limits/rate-limit.ts'
import type { Scope } from '../scopes.ts'
import type { ApiTokens, TokenCaller } from './api-tokens.ts'

export interface CallDeps<Env extends AppEnv> {
  tokens: ApiTokens
  /** Stores the caller in the context for the following handlers */
  storeCaller(c: Context<Env>, caller: TokenCaller): void
  /** Current time, ms UTC */
  now(): number
}

/** Guards an API call. @param guard  applied to requests without a token */
export type GuardCall<Env extends AppEnv> = (scope: Scope, guard: Guard<Env>, limit: RateLimitOptions) => Guard<Env>

/**
 * Authenticates a request with a token by the token alone, even if the request has a cookie: 401 when the token is
 * invalid, 403 without the scope. The limit applies per token; requests without a token, and refused requests, count
 * for their network.
 */
export function createCallGuard<Env extends AppEnv>({ tokens, storeCaller, now }: CallDeps<Env>): GuardCall<Env> {
  return (scope, guard, limit) => {
    const take = countCalls<Env>({ ...limit, now })
    const byNetwork = (c: Context<Env>) => take(c, networkOf(c.get('address')))
    return declareAccess<Env>(
      guard.access,
      async (c, next) => {
        const text = bearerOf(c.req.raw.headers)
        if (text === undefined) {
          const refusal = byNetwork(c)
          if (refusal) return refusal
          const answer = await guard(c, next)
          const { status, headers } = answer ?? c.res
          if (status === 401) headers.set('www-authenticate', realm)
          return answer
        }
        const caller = await tokens.check(text, now())
        if (!caller) return byNetwork(c) ?? refuseToken(c)
        if (!caller.scopes.includes(scope)) return byNetwork(c) ?? refuseScope(c, scope)
        const refusal = take(c, `token ${caller.id}`)
        if (refusal) return refusal
        storeCaller(c, caller)
        await next()
        // Forbids caching unless the route allows it.
        if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
      },
      { scope, limit },
    )
  }
}

const realm = 'Bearer realm="Kurs"'

function refuseToken(c: Context): Response {
  c.header('www-authenticate', `${realm}, error="invalid_token"`)
  return problem(c, 401, 'Unauthorized', {
    detail: 'There is no such token: it was revoked, has expired or never was.',
  })
}

function refuseScope(c: Context, scope: Scope): Response {
  c.header('www-authenticate', `${realm}, error="insufficient_scope", scope="${scope}"`)
  return problem(c, 403, 'Forbidden', { detail: `The token lacks the scope ${scope}.` })
}
