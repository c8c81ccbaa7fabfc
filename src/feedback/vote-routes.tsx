import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { anyone } from '../http/access.ts'
import { limitBody, readForm } from '../http/body.ts'
import { NotFoundError } from '../http/errors.ts'
import { limitRate } from '../http/limit-rate.ts'
import { renderPage, renderPartial, wantsPartial } from '../http/render.tsx'
import { localised, splitLocale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../site/address.ts'
import { VoteThanks } from '../site/docs/page-vote.tsx'
import { findReadable } from '../site/markdown/readable.ts'
import { pageFrame } from '../site/page-frame.ts'
import { pageHead } from '../site/page-head.ts'
import type { FeedbackDeps } from './feedback-deps.ts'
import { countVote } from './queries.ts'
import { ThanksPage } from './thanks-page.tsx'

/** Of a network: a page now and then, not a thousand votes. */
const votes = { burst: 10, everyMs: 60_000 }

/** No session is read, and nothing is kept of whoever votes. */
export function voteRoutes({ db, now, site }: Pick<FeedbackDeps, 'db' | 'now' | 'site'>) {
  const { library, siteUrl } = site
  const readDocs = async (address: unknown) => {
    if (typeof address !== 'string') return undefined
    const { locale, path } = splitLocale(address)
    const page = findReadable(await library.current(), locale, path)
    return page?.path === address && /^\/docs(\/|$)/.test(path) ? page : undefined
  }
  return new Hono<AuthEnv>()
    .post(paths.pageVote, limitRate(anyone, { ...votes, now }), limitBody(), async (c) => {
      const { page: address, helpful } = await readForm(c)
      const page = await readDocs(address)
      if (!page || (helpful !== 'yes' && helpful !== 'no')) throw new NotFoundError(fullPath(c))
      await countVote(db, page.path, helpful === 'yes', now())
      if (wantsPartial(c)) return renderPartial(c, <VoteThanks />)
      return c.redirect(`${localised(c.var.locale, paths.pageVote)}?${new URLSearchParams({ page: page.path })}`, 303)
    })
    .get(paths.pageVote, anyone, async (c) => {
      const { locale } = c.var
      const page = await readDocs(c.req.query('page'))
      if (!page) throw new NotFoundError(fullPath(c))
      const title = translator(locale)('feedback.thanks')
      const more = { isHiddenFromCrawlers: true }
      const head = pageHead({ siteUrl, locale, path: paths.pageVote, title, description: title, more })
      return renderPage(c, <ThanksPage page={page} />, { head, frame: pageFrame(c, site, 'docs') })
    })
}
