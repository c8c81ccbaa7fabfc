import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import { auditStatement } from '../../auth/audit.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { isBanned } from '../../auth/user.ts'
import { keyedId } from '../../db/keyed-id.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { adminChanges, stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { type ActRequest, actRequest, type UserAdminDeps, type UsersDeps } from '../act.ts'
import { listWaiting } from '../factor/factor-queries.ts'
import { deleteSavedView, insertSavedView, listSavedViews } from '../queries.ts'
import { cursorOf, requestOf, type UserLine } from './list-queries.ts'
import { filterParams, listAddress, listParams, readList, type UserList } from './list-query.ts'
import { findLines, listUsers } from './list-users.ts'
import { UsersList } from './users-list.tsx'
import { UsersPage } from './users-page.tsx'

/** Number of rows read and sent at a time: bounds the memory of an export of any length */
const batchSize = 500

const columns = [
  'id',
  'login',
  'name',
  'locale',
  'role',
  'status',
  'ban_reason',
  'ban_until',
  'telegram_id',
  'telegram_name',
  'created_at',
  'last_seen_at',
]

/**
 * Streams the list as CSV in its order. Writes the audit entry before the first byte. Each chunk is made only when the
 * client is ready for it.
 */
async function exportUsers(
  { auth: { db, now } }: UserAdminDeps,
  { list, hasMark, ...request }: ActRequest & { list: UserList; hasMark: boolean },
): Promise<ReadableStream<Uint8Array>> {
  const { actor } = request
  const after = Object.fromEntries(filterParams(list))
  await db.writeBatch([auditStatement(db, request, now(), { act: 'users.export', actor, after })])
  const encoder = new TextEncoder()
  let behind = requestOf({ ...list, after: undefined, before: undefined }, batchSize, now())
  return new ReadableStream(
    {
      start: (controller) => {
        controller.enqueue(encoder.encode((hasMark ? byteOrderMark : '') + csvLine(columns)))
      },
      pull: async (controller) => {
        // Lets other requests run before each chunk: the local database answers without yielding.
        await setImmediate()
        const users = await findLines(db, behind)
        const last = users.at(-1)
        if (users.length > 0) controller.enqueue(encoder.encode(users.map((user) => lineOf(user, now())).join('')))
        if (users.length < batchSize || !last) return controller.close()
        behind = { ...behind, behind: cursorOf(list.sort, last) }
      },
    },
    { highWaterMark: 1 },
  )
}

function lineOf(user: UserLine, now: number): string {
  const isOut = isBanned(user, now)
  return csvLine([
    user.id,
    user.login,
    user.name,
    user.locale,
    user.role,
    isOut ? 'banned' : 'active',
    isOut ? user.banReason : null,
    isOut ? isoOf(user.banUntil) : null,
    user.telegramId,
    user.telegramName,
    isoOf(user.createdAt),
    isoOf(user.lastSeenAt),
  ])
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

const pageSize = 50
/** Max saved lists per administrator */
const maxViews = 50
/** Max number of open requests that the list shows */
const maxWaiting = 10

const viewSchema = z.object({ name: z.string().trim().min(1).max(60), query: z.string().max(2000) })
const exportSchema = z.object({ query: z.string().max(2000).default(''), mark: z.string().optional() })

export function listRoutes(deps: UsersDeps) {
  const { guards, counter, db } = deps
  return new Hono<AuthEnv>()
    .get(paths.adminUsers, guards.admin, async (c) => {
      const now = deps.now()
      const list = readList(c.req.query())
      const [page, counts] = [await listUsers(db, list, pageSize, now), await counter.count(list, now)]
      const region = { list, page, counts, now }
      if (wantsPartial(c)) return renderPartial(c, <UsersList {...region} />)
      const views = await listSavedViews(db, currentUser(c).id, maxViews)
      const waiting = await listWaiting(db, now, { limit: maxWaiting })
      const t = translator(c.var.locale)
      const [title, description] = [t('users.title'), t('users.description')]
      return showPage(c, deps, <UsersPage {...{ views, waiting }} {...region} />, { title, description })
    })
    .post(paths.adminUsersExport, ...stepUpAdminChanges(guards), async (c) => {
      const { query, mark } = await requireForm(c, exportSchema)
      const list = readList(Object.fromEntries(new URLSearchParams(query)))
      const body = await exportUsers(deps, { ...actRequest(c), list, hasMark: mark === 'yes' })
      const day = new Date(deps.now()).toISOString().slice(0, 10)
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', `attachment; filename="users-${day}.csv"`)
      c.header('cache-control', 'no-store')
      return c.body(body)
    })
    .post(paths.adminUsersViews, ...adminChanges(guards), async (c) => {
      const { name, query } = await requireForm(c, viewSchema)
      const userId = currentUser(c).id
      const list = readList(Object.fromEntries(new URLSearchParams(query)))
      const at = deps.now()
      const id = keyedId(at, await formKeyOf(c))
      const row = { id, userId, name, query: listParams(list).toString(), createdAt: at }
      const views = await listSavedViews(db, userId, maxViews)
      if (views.length < maxViews) await db.writeBatch([insertSavedView(db, row)])
      return c.redirect(listAddress(c.var.locale, list), 303)
    })
    .post(paths.adminUsersViewRemoval, ...adminChanges(guards), async (c) => {
      await db.writeBatch([deleteSavedView(db, currentUser(c).id, c.req.param('id'))])
      return redirectTo(c, paths.adminUsers)
    })
}
