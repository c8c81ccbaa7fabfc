import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import type { AuthEnv } from '../auth/middleware.ts'
import type { Session } from '../auth/session.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { type RenderPageOptions, renderPage } from '../http/render.tsx'
import { fullPath } from '../site/page-context.ts'
import { pageFrame } from '../site/page-frame.ts'
import { pageHead } from '../site/page-head.ts'
import type { SiteDeps } from '../site/site-deps.ts'
import type { ActRequest } from './act.ts'

/* What the routes of the administration share. */

export interface AdminPage {
  title: string
  description?: string
  status?: RenderPageOptions['status']
}

/** A page of the administration: in no index, in no cache. */
export function renderAdmin(c: Context<AuthEnv>, site: SiteDeps, page: ReactElement, options: AdminPage) {
  const { locale, localPath } = c.var
  const { title, description = title, status } = options
  const more = { isHiddenFromCrawlers: true }
  const head = pageHead({ siteUrl: site.siteUrl, locale, path: localPath, title, description, more })
  const frame = pageFrame(c, site, 'none')
  // The same list in the other language, not just the same page.
  const { search } = new URL(c.req.url)
  const translations = frame.translations.map(({ href, ...rest }) => ({ ...rest, href: href && href + search }))
  return renderPage(c, page, { head, frame: { ...frame, isApp: true, translations }, status })
}

/** The session that the guard has let through. */
export function sessionOf(c: Context<AuthEnv>): Session {
  const { session } = c.var
  if (!session) throw new NotFoundError(fullPath(c))
  return session
}

export function actOf(c: Context<AuthEnv>): ActRequest {
  const { address, requestId } = c.var
  return { actor: sessionOf(c).user, address, requestId }
}

/** The fields of a form, those that come more than once as lists. */
export async function readForm<Fields extends z.ZodType>(
  c: Context<AuthEnv>,
  schema: Fields,
): Promise<z.infer<Fields>> {
  const parsed = schema.safeParse(await c.req.parseBody({ all: true }))
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  throw new AppError(400, `These fields are missing or wrong: ${names}. Open the page again and send the form anew.`)
}
