import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { BroadcastDeps } from '../broadcast-deps.ts'
import { hasSender, isTokenRefused } from '../delivery/sender-presence.ts'
import { BroadcastListRegion, ListPage } from './list-page.tsx'
import { countStates, listBroadcasts } from './list-queries.ts'
import { readList } from './list-query.ts'

const pageSize = 50

export function listRoutes(deps: BroadcastDeps) {
  const { guards, db, flashes, sending } = deps
  return new Hono<AuthEnv>().get(paths.broadcasts, guards.admin, async (c) => {
    const list = readList(c.req.query())
    const [page, counts] = [await listBroadcasts(db, list, pageSize), await countStates(db)]
    const region = { list, page, counts }
    if (wantsPartial(c)) return renderPartial(c, <BroadcastListRegion {...region} />)
    const t = translator(c.var.locale)
    const isSending = ['scheduled', 'preparing', 'running'].some((state) => counts.has(state))
    const isUnattended = sending.isConnected && isSending && !(await hasSender(db, deps.now()))
    const isRefused = sending.isConnected && (await isTokenRefused(db))
    const about = { isConnected: sending.isConnected, isRefused, isUnattended, flash: flashes.take(c) }
    const shown = <ListPage {...region} {...about} />
    return showPage(c, deps, shown, { title: t('broadcast.title'), description: t('broadcast.description') })
  })
}
