import type { SendPasswordLink } from '../../account/account-deps.ts'
import { auditStatement } from '../../auth/audit.ts'
import type { AuthDeps } from '../../auth/auth-deps.ts'
import { newLinkRow } from '../../auth/link.ts'
import { loginKey } from '../../auth/names.ts'
import { deleteLinks, deleteSurplusLinks, insertLink } from '../../auth/queries.ts'
import { isBanned } from '../../auth/user.ts'
import type { BatchStatement, Db } from '../../db/client.ts'
import { internationalLocale, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { networkOf } from '../../limits/rate-limit.ts'
import { paths } from '../../paths.ts'
import { textMessage } from '../bot/bot-deps.ts'
import { notify } from '../bot/update-queries.ts'
import { sealParams } from '../notices/sealed-params.ts'
import { findAccountOf, lacksChat } from './link-queries.ts'

/** Max usable links per account. A stranger who asks again must not invalidate the link that the owner has just got. */
const maxLinks = 3

interface PasswordLinkDeps {
  auth: AuthDeps
  /** Token of the bot that sends the link */
  botToken: string
}

/**
 * Sends a one-time link for a new password to the chat that is linked to the login. Reveals nothing about the login:
 * the limits count unknown logins too, and every request is one query and one write.
 */
export async function sendPasswordLink(
  { auth: { db, limits, siteUrl, now }, botToken }: PasswordLinkDeps,
  { login, ...origin }: Parameters<SendPasswordLink>[0],
): ReturnType<SendPasswordLink> {
  const at = now()
  const key = loginKey(login).slice(0, 100)
  const waitMs =
    limits.passwordLink.take(networkOf(origin.address), at) ||
    limits.passwordLinkOf.take(key, at) ||
    limits.passwordLinkDaily.take(key, at)
  if (waitMs > 0) return { status: 'slow-down', waitMs }
  const account = await findAccountOf(db, key)
  const isSent = account?.state === 'active' && !isBanned(account, at)
  await db.writeBatch([
    ...(isSent ? linkStatements({ db, siteUrl, botToken }, account, at) : []),
    auditStatement(db, origin, at, { act: 'user.password-link', isSuccess: isSent, subject: account ?? { login } }),
  ])
  return { status: 'asked' }
}

type LinkedAccount = NonNullable<Awaited<ReturnType<typeof findAccountOf>>>

function linkStatements(
  { db, siteUrl, botToken }: { db: Db; siteUrl: string; botToken: string },
  { id, login, chatId, locale }: Pick<LinkedAccount, 'id' | 'login' | 'chatId' | 'locale'>,
  now: number,
): BatchStatement[] {
  const { token, row } = newLinkRow('chat-reset', id, now)
  const own = locale ?? internationalLocale
  const url = `${siteUrl}${localised(own, paths.newPassword)}?${new URLSearchParams({ token })}`
  const text = translator(own)('telegramBot.passwordLink', { login })
  const { params } = textMessage(`${text}\n${url}`)
  const expiresInMs = row.expiresAt - now
  return [
    insertLink(db, row),
    deleteSurplusLinks(db, row, maxLinks),
    // The chat may have been unlinked since the account was read.
    deleteLinks(db, 'chat-reset', id, lacksChat(id, chatId)),
    notify(db, { params: sealParams(botToken, params), chatId: chatId ?? 0, expiresInMs }, now),
  ]
}
