import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { AccountLayout } from '../../account/account-layout.tsx'
import { slowDownText } from '../../account/outcome-text.ts'
import { showAccount } from '../../account/show-account.ts'
import { auditIfChanged, type Origin } from '../../auth/audit.ts'
import { type AuthEnv, currentAccount, currentSession, currentUser } from '../../auth/middleware.ts'
import { sign } from '../../auth/secrets/token.ts'
import type { Session } from '../../auth/session/session.ts'
import { originOf } from '../../auth/session/session-request.ts'
import type { Db } from '../../db/client.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { FormProblem } from '../../pages/form-problem.tsx'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { textMessage } from '../bot/bot-deps.ts'
import { notify } from '../bot/update-queries.ts'
import { findSubscriber } from '../subscribers/subscriber-queries.ts'
import type { TelegramDeps, TelegramSite } from '../telegram-deps.ts'
import { chatName } from './chat-name.ts'
import {
  dropOwnOffer,
  findLinkedChat,
  findOwnOffer,
  linkStatements,
  type OfferRow,
  putOffer,
  setNotifications,
} from './link-queries.ts'
import { LinkRegion, type LinkView } from './link-region.tsx'
import { offerHash, unlinkOnSite } from './linking.ts'

interface OfferDeps {
  db: Db
  /** Secret of this installation */
  secret: string
  now(): number
}

const livesMs = 10 * 60_000

/**
 * Offers to link the person's account with the chat that opens the offer. The offer is valid for ten minutes, once, in
 * this session.
 */
async function createOffer({ db, secret, now }: OfferDeps, { id, user }: Session): Promise<void> {
  const made = { userId: user.id, sessionId: id, expiresAt: now() + livesMs }
  await db.writeBatch([putOffer(db, { ...made, tokenHash: offerHash(tokenOf(secret, made)) })])
}

/** Derives an offer's token each time the link is shown, because the database stores only its hash. */
function tokenOf(secret: string, { userId, sessionId, expiresAt }: OfferSecrets): string {
  return sign(secret, 'telegram-link', `${userId} ${sessionId} ${expiresAt}`)
}

type OfferSecrets = Pick<OfferRow, 'userId' | 'sessionId' | 'expiresAt'>

export type LinkOutcome =
  | { status: 'linked' }
  /** The offer has expired, belongs to another session, or is not confirmed in the chat. */
  | { status: 'over' }
  /** The chat or the account is already linked with another account or chat. */
  | { status: 'taken' }

/** Handles the second confirmation, on the site: the person has seen which chat gave the first one. */
async function confirmOnSite(
  { db, now }: OfferDeps,
  { id: sessionId, user }: Session,
  origin: Origin,
): Promise<LinkOutcome> {
  const at = now()
  const offer = await findOwnOffer(db, { userId: user.id, sessionId }, at)
  if (!offer?.isConfirmedInChat || offer.chatId === null) return { status: 'over' }
  const { tokenHash, chatId } = offer
  const [link, mark] = linkStatements(db, { userId: user.id, tokenHash, sessionId, now: at })
  const [linked] = await db.writeBatch([
    link,
    mark,
    auditIfChanged(db, origin, at, { act: 'telegram.link', actor: user, subject: user, after: { chatId } }),
    dropOwnOffer(db, user.id),
  ])
  if (linked.length === 0) return { status: 'taken' }
  const chat = await findLinkedChat(db, user.id)
  const text = translator(chat?.locale ?? user.locale)('telegramBot.linkDone', { name: user.name })
  await db.writeBatch([notify(db, { ...textMessage(text), chatId }, at)])
  return { status: 'linked' }
}

async function withdrawOffer({ db }: OfferDeps, { user }: Session): Promise<void> {
  await db.writeBatch([dropOwnOffer(db, user.id)])
}

const wishesForm = z.object({ wantsAlerts: textField, wantsReports: textField })

/** Routes that link an account with a chat. Requires step-up authentication: the chat can sign in afterwards. */
export function linkRoutes(deps: TelegramDeps) {
  const { auth, db, flashes, guards, now } = deps
  const changes = ownChanges(guards)
  const offers = { db, secret: auth.secret, now }
  // The rate is limited because each request adds a line to the audit log, or a message to the chat.
  const limit = createRateLimit({ burst: 20, everyMs: 60_000 })

  const show = async (c: Context<AuthEnv>, problem?: string, status?: PageStatus) => {
    const view = await readLinkView({ ...offers, telegram: deps.telegram }, currentSession(c))
    if (wantsPartial(c) && c.req.method === 'GET') return renderPartial(c, <LinkRegion view={view} />)
    const t = translator(c.var.locale)
    const title = t('telegramAccount.title')
    const flash = flashes.take(c)
    const page = (
      <AccountLayout part={paths.accountTelegram} title={title} lead={t('telegramAccount.lead')} flash={flash}>
        <FormProblem text={problem} />
        <LinkRegion view={view} />
      </AccountLayout>
    )
    return showAccount(c, deps, page, { title, status })
  }
  const back = (c: Context<AuthEnv>) => redirectTo(c, paths.accountTelegram)

  return new Hono<AuthEnv>()
    .get(paths.accountTelegram, guards.auth, (c) => show(c))
    .post(paths.accountTelegram, ...changes, guards.stepUp, async (c) => {
      const waitMs = limit.take(currentUser(c).id, now())
      if (waitMs > 0) return show(c, slowDownText(c, waitMs), 429)
      const isLinked = await findLinkedChat(db, currentUser(c).id)
      if (deps.telegram && !isLinked) await createOffer(offers, currentSession(c))
      return back(c)
    })
    .post(paths.accountTelegramConfirmation, ...changes, async (c) => {
      const { status } = await confirmOnSite(offers, currentSession(c), originOf(c))
      const t = translator(c.var.locale)
      if (status === 'over') return show(c, t('telegramAccount.linkOver'), 409)
      if (status === 'taken') return show(c, t('telegramAccount.linkTaken'), 409)
      flashes.leave(c, 'telegramAccount.flashLinked')
      return back(c)
    })
    .post(paths.accountTelegramRemoval, ...changes, async (c) => {
      const user = await currentAccount(c, db)
      const isLinked = await findLinkedChat(db, user.id)
      await withdrawOffer(offers, currentSession(c))
      if (!isLinked) return back(c)
      await unlinkOnSite({ db, now }, user, originOf(c))
      flashes.leave(c, 'telegramAccount.flashUnlinked')
      return back(c)
    })
    .post(paths.accountTelegramNews, ...changes, async (c) => {
      const { wantsAlerts, wantsReports } = await requireForm(c, wishesForm)
      const wishes = { wantsAlerts: wantsAlerts === 'yes', wantsReports: wantsReports === 'yes' }
      await setNotifications(db, currentUser(c).id, wishes)
      flashes.leave(c, 'telegramAccount.flashNews')
      return back(c)
    })
}

/** Returns the current step of linking. Ignores offers of other sessions, and all offers during impersonation. */
async function readLinkView(
  { db, secret, now, telegram }: OfferDeps & { telegram: TelegramSite | undefined },
  { id: sessionId, user, impersonatorId }: Pick<Session, 'id' | 'user' | 'impersonatorId'>,
): Promise<LinkView> {
  const chat = await findLinkedChat(db, user.id)
  if (chat) return { step: 'linked', chat }
  if (!telegram) return { step: 'disconnected' }
  const offer = impersonatorId === null ? await findOwnOffer(db, { userId: user.id, sessionId }, now()) : undefined
  if (!offer) return { step: 'none' }
  const until = offer.expiresAt
  if (offer.chatId !== null) {
    const opener = await findSubscriber(db, offer.chatId)
    const name = opener ? chatName(opener) : String(offer.chatId)
    return { step: offer.isConfirmedInChat ? 'confirmed' : 'opened', name, until }
  }
  const botName = await telegram.botName()
  if (botName === undefined) return { step: 'unreachable' }
  return { step: 'offered', url: `https://t.me/${botName}?start=${tokenOf(secret, offer)}`, until }
}
