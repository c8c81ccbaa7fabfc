import { type Context, Hono } from 'hono'
import { type AuthEnv, currentSession, currentUser } from '../../auth/middleware.ts'
import type { Guard } from '../../http/access.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { localised } from '../../i18n/locales.ts'
import { createRateLimit, networkOf } from '../../limits/rate-limit.ts'
import { recordSteps } from '../../pages/first-steps.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { paths } from '../../paths.ts'
import { visitors } from '../analysis/backtests.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { fieldsFrom, withFields } from '../form/field-values.ts'
import { resultId } from './backtest-page.tsx'
import { lastDays, queryOf, visitorDays } from './backtest-query.ts'
import { addressOf, type FormRequest, readFormRequest } from './form-request.tsx'
import { cellValues } from './sweep-query.ts'
import { sweepRoutes } from './sweep-routes.tsx'
import { ownLinks, trialAnswers } from './trial-answers.tsx'

/** Routes of backtest and sweep pages. */
export function backtestPageRoutes(deps: BotsDeps) {
  const { guards, now } = deps
  const limited = limitRate(guards.auth, { burst: 60, everyMs: 1000, now })
  const answers = trialAnswers(deps, {
    kind: 'trial',
    ownerOf: (c) => currentUser(c).id,
    record: (c) => recordSteps(deps, currentSession(c), ['backtest']),
    linksOf: (c, values) => ({
      ...ownLinks(c, 'trial', values),
      bot: addressOf(c, paths.newBot, values),
      sweep: addressOf(c, paths.botSweep, values),
    }),
  })
  return new Hono<AuthEnv>()
    .get(paths.botTrial, limited, (c) => {
      const request = readFormRequest(c, deps, 'trial')
      if (request.ofLastDays) return redirectTo(c, request.ofLastDays)
      const cell = cellValues(request.params, request.strategy, c.var.locale)
      if (!cell) return answers.page(c, request)
      const query = queryOf({ ...request.values, ...cell }, { run: '1' })
      return redirectTo(c, `${paths.botTrial}?${query}#${resultId}`)
    })
    .get(paths.botTrialTrades, limited, (c) => answers.trades(c, readFormRequest(c, deps, 'trial')))
    .route('/', sweepRoutes(deps, limited))
    .route('/', visitorTrialRoutes(deps, limitRate(guards.visitor, { burst: 60, everyMs: 1000, now })))
}

/** Limit of the backtests that visitors of one network run; cached results are free */
const visitorRuns = { burst: 10, everyMs: 30_000 }

/** Routes of the backtest without an account. Users get their own page, with the same fields. */
function visitorTrialRoutes(deps: BotsDeps, limited: Guard<AuthEnv>) {
  const { shell, now } = deps
  const runs = createRateLimit(visitorRuns)
  const answers = trialAnswers(deps, {
    kind: 'try',
    ownerOf: () => visitors,
    takeTurn: (c) => runs.take(networkOf(c.get('address')), now()),
    linksOf: (c, values) => {
      const { locale } = c.var
      const { isSignUpOpen } = shell
      const form = withFields(paths.newBot, { ...fieldsFrom(values), days: String(visitorDays) })
      const next = `?next=${encodeURIComponent(localised(locale, form))}`
      const login = localised(locale, paths.login) + next
      const register = localised(locale, paths.register) + next
      return { ...ownLinks(c, 'try', values), bot: isSignUpOpen ? register : login, login, isSignUpOpen }
    },
  })
  const read = (c: Context<AuthEnv>) => readFormRequest(c, deps, 'try', () => lastDays(visitorDays, now()))
  const redirectUser = (c: Context<AuthEnv>, path: string, { params, values }: FormRequest) =>
    redirectTo(c, `${path}?${queryOf(values, params.has('run') ? { run: '1' } : {})}`)
  return new Hono<AuthEnv>()
    .get(paths.tryStrategy, limited, (c) =>
      c.var.session ? redirectUser(c, paths.botTrial, read(c)) : answers.page(c, read(c)),
    )
    .get(paths.tryStrategyTrades, limited, async (c) =>
      c.var.session ? redirectUser(c, paths.botTrialTrades, read(c)) : answers.trades(c, read(c)),
    )
}
