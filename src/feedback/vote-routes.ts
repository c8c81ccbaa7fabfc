import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { anyone } from '../http/access.ts'
import { limitBody, readForm } from '../http/body.ts'
import { NotFoundError } from '../http/errors.ts'
import { limitRate } from '../http/limit-rate.ts'
import { splitLocale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../shell/address.ts'
import { votedId } from '../site/docs/page-vote.tsx'
import { findReadable } from '../site/markdown/readable.ts'
import type { FeedbackDeps } from './feedback-deps.ts'
import { countVote } from './queries.ts'

/** Rate limit per network: allows votes on some pages, but not a thousand votes. */
const votes = { burst: 10, everyMs: 60_000 }

/** Routes of votes. They read no session and store nothing about the voter. */
export function voteRoutes({ db, now, library }: Pick<FeedbackDeps, 'db' | 'now' | 'library'>) {
  const readDocs = async (address: unknown) => {
    if (typeof address !== 'string') return undefined
    const { locale, path } = splitLocale(address)
    const page = findReadable(await library.current(), locale, path)
    return page?.path === address && /^\/docs(\/|$)/.test(path) ? page : undefined
  }
  return new Hono<AuthEnv>().post(paths.pageVote, limitRate(anyone, { ...votes, now }), limitBody(), async (c) => {
    const { page: address, helpful } = await readForm(c)
    const page = await readDocs(address)
    if (!page || (helpful !== 'yes' && helpful !== 'no')) throw new NotFoundError(fullPath(c))
    await countVote(db, page.path, helpful === 'yes', now())
    return c.redirect(`${page.path}#${votedId}`, 303)
  })
}
