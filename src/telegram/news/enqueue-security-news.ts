import { deviceName } from '../../account/user-agent.ts'
import { warningThresholds } from '../../auth/tries/tries-queries.ts'
import type { Db } from '../../db/client.ts'
import { formatTime } from '../../i18n/format.ts'
import { type Locale, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { textMessage } from '../bot/bot-deps.ts'
import { enqueueNotice } from '../notices/enqueue-notice.ts'
import {
  listUnsentCodes,
  listUnsentDevices,
  listUnsentPasskeys,
  listUnsentReplacements,
  listUnsentTokens,
} from './security-queries.ts'

export interface SecurityNewsDeps {
  db: Db
  siteUrl: string
  /** Current time, ms UTC */
  now(): number
}

interface NewsTarget {
  chatId: number
  locale: Locale
  reason: string
}

/** Max age of a security event that is reported, ms */
const newsFor = 3_600_000

/** Reports to people with a linked chat what happened to their accounts, each event once, like the bar in the app. */
export async function enqueueSecurityNews(deps: SecurityNewsDeps): Promise<void> {
  const since = deps.now() - newsFor
  for (const { device, login, ...target } of await listUnsentDevices(deps.db, since)) {
    const t = translator(target.locale)
    const name = deviceName(device.userAgent, t) ?? t('account.unknownDevice')
    const when = formatTime(target.locale, device.createdAt)
    const text = t('telegramBot.newDevice', { login, device: name, address: device.address, when })
    await enqueue(deps, target, text)
  }
  for (const { warning, login, ...target } of await listUnsentCodes(deps.db, since, warningThresholds.codes)) {
    const when = formatTime(target.locale, warning.lastAt ?? 0)
    const address = warning.lastAddress ?? ''
    await enqueue(deps, target, translator(target.locale)('telegramBot.wrongCodes', { login, when, address }))
  }
  for (const { name, createdAt, login, ...target } of await listUnsentTokens(deps.db, since)) {
    const when = formatTime(target.locale, createdAt)
    const text = translator(target.locale)('telegramBot.newToken', { login, name, when })
    await enqueue(deps, target, text, paths.accountTokens)
  }
  for (const { name, createdAt, login, ...target } of await listUnsentPasskeys(deps.db, since)) {
    const when = formatTime(target.locale, createdAt)
    const text = translator(target.locale)('telegramBot.newPasskey', { login, name, when })
    await enqueue(deps, target, text, paths.passkeys)
  }
  for (const { approvedAt, requester, login, ...target } of await listUnsentReplacements(deps.db, since)) {
    const key = approvedAt === null ? 'telegramBot.factorRequested' : 'telegramBot.factorReplaced'
    await enqueue(deps, target, translator(target.locale)(key, { login, requester }))
  }
}

async function enqueue(
  { db, siteUrl, now }: SecurityNewsDeps,
  { chatId, locale, reason }: NewsTarget,
  text: string,
  page: string = paths.accountSessions,
) {
  const url = siteUrl + localised(locale, page)
  await enqueueNotice(db, { chatId, reason, ...textMessage(`${text}\n${url}`), expiresInMs: newsFor }, now())
}
