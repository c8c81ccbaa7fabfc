import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { AppEnv } from '../http/env.ts'
import { translator } from '../i18n/translate.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { type PageOptions, showPage } from '../pages/show-page.ts'

/** Shows an account page with a generic description, so that search engines and link previews get no other text. */
export function showAccount(
  c: Context<AppEnv>,
  deps: Pick<PageDeps, 'shell'>,
  page: ReactElement,
  options: PageOptions,
) {
  return showPage(c, deps, page, {
    description: translator(c.var.locale)('auth.description'),
    visitorSheet: 'account',
    ...options,
  })
}
