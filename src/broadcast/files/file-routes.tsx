import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { slowDownText } from '../../account/outcome-text.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { readBody, readHead } from '../../http/body.ts'
import { AppError } from '../../http/errors.ts'
import { type Params, type Translate, translator } from '../../i18n/translate.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { MediaKind } from '../../telegram/message/content.ts'
import { limits } from '../../telegram/message/limits.ts'
import { actRequest } from '../../users/act.ts'
import { findOwnChat } from '../detail/detail-queries.ts'
import type { DetailDeps } from '../detail/detail-view.ts'
import { fileFormBytes, kindIn, megabytes, readFileForm, storedFileIn } from './file-form.ts'
import { FilePage } from './file-page.tsx'
import { type StoreFileOutcome, storeFile } from './store-file.ts'

type Fault = Exclude<StoreFileOutcome, { status: 'kept' }> | { status: 'busy' | 'slow' | 'notConnected' }

const statuses = {
  empty: 422,
  tooBig: 413,
  wrongType: 415,
  tooManyPixels: 422,
  tooNarrow: 422,
  unlinked: 409,
  crowded: 429,
  refused: 422,
  unanswered: 503,
  busy: 429,
  slow: 400,
  notConnected: 409,
} as const satisfies Record<Fault['status'], PageStatus>

/** Seconds until a retry of an upload makes sense, for the Retry-After header */
const retryAfter: Partial<Record<Fault['status'], string>> = { crowded: '60', busy: '60' }

export function fileRoutes(deps: DetailDeps) {
  const { guards, sending, tests } = deps
  // Only one upload runs at a time: each file is in memory as a whole, up to 50 MB.
  const mutex = createMutex()
  return new Hono<AuthEnv>()
    .get(paths.broadcastFiles, guards.admin, (c) => showFile(c, deps))
    .post(
      paths.broadcastFiles,
      guards.admin,
      mutex.guard(async (c) => showFault(c, deps, { status: 'busy' }, kindIn(await readHead(c.req.raw)))),
      async (c) => {
        const body = await readBody(c.req.raw, fileFormBytes)
        if (body.status !== 'read') {
          const fault =
            body.status === 'slow' ? { status: body.status } : { status: body.status, most: limits.fileBytes }
          return showFault(c, deps, fault, kindIn(body.head))
        }
        if (!sending.files) return showFault(c, deps, { status: 'notConnected' })
        const chosen = await readFileForm(c.req.header('content-type') ?? '', body.bytes)
        if (!chosen) throw new AppError(400, 'The form could not be read. Reload the page and try again.')
        const waitMs = tests.take(currentUser(c).id, deps.now())
        if (waitMs > 0) return fail(c, deps, { error: slowDownText(c, waitMs), kind: chosen.kind, status: 429 })
        const outcome = await storeFile({ ...deps, files: sending.files }, actRequest(c), chosen)
        if (outcome.status !== 'kept') return showFault(c, deps, outcome, chosen.kind)
        if (wantsJson(c)) return c.json({ media: outcome.media })
        return redirectTo(c, `${paths.broadcastFiles}?${new URLSearchParams({ ...outcome.media })}`)
      },
    )
}

/** Whether the editor made the request; the editor itself adds the uploaded file to the media of the message. */
function wantsJson(c: Context): boolean {
  return c.req.header('accept') === 'application/json'
}

function showFault(c: Context<AuthEnv>, deps: DetailDeps, fault: Fault, kind?: MediaKind) {
  const seconds = retryAfter[fault.status]
  if (seconds) c.header('retry-after', seconds)
  const t = translator(c.var.locale)
  const error = t(`broadcast.files.problems.${fault.status}`, detailsOf(fault, t, kind))
  return fail(c, deps, { error, kind, status: statuses[fault.status] })
}

function detailsOf(fault: Fault, t: Translate, kind: MediaKind = 'photo'): Params {
  switch (fault.status) {
    case 'tooBig':
      return { most: megabytes(fault.most) }
    case 'tooManyPixels':
      return { width: fault.width, height: fault.height, most: limits.photoSides }
    case 'tooNarrow':
      return { width: fault.width, height: fault.height, most: limits.photoRatio }
    case 'refused':
      return { words: fault.error }
    case 'wrongType': {
      const found = fault.found ?? t('broadcast.files.unknownType')
      return { found, allowed: fault.allowed.join(', '), kind: t(`message.editor.kinds.${kind}`) }
    }
    default:
      return {}
  }
}

interface FileFailure {
  error: string
  kind: MediaKind | undefined
  status: (typeof statuses)[keyof typeof statuses]
}

async function fail(c: Context<AuthEnv>, deps: DetailDeps, failed: FileFailure): Promise<Response> {
  if (wantsJson(c)) return c.json({ error: failed.error }, failed.status)
  return showFile(c, deps, failed)
}

async function showFile(c: Context<AuthEnv>, deps: DetailDeps, failed?: FileFailure): Promise<Response> {
  const stored = storedFileIn(c.req.query())
  const page = (
    <FilePage
      isConnected={deps.sending.isConnected}
      isLinked={(await findOwnChat(deps.db, currentUser(c).id)) !== undefined}
      kind={failed?.kind ?? stored?.kind ?? 'photo'}
      stored={stored}
      error={failed?.error}
    />
  )
  const title = translator(c.var.locale)('broadcast.files.title')
  return showPage(c, deps, page, { title, status: failed?.status })
}

function createMutex() {
  let isLocked = false
  return {
    /** Lets one request pass. @param busy  answers requests that arrive while another one is handled */
    guard: (busy: (c: Context<AuthEnv>) => Promise<Response>): MiddlewareHandler<AuthEnv> => {
      return async (c, next) => {
        if (isLocked) return busy(c)
        isLocked = true
        try {
          return await next()
        } finally {
          isLocked = false
        }
      }
    },
  }
}
