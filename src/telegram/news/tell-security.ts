import { deviceName } from '../../account/user-agent.ts'
import { toldFrom } from '../../auth/tries/warning-queries.ts'
import type { Db } from '../../db/client.ts'
import { formatTime } from '../../i18n/format.ts'
import { type Locale, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { words } from '../bot/bot-deps.ts'
import { say } from '../notices/say.ts'
import {
  listUntoldCodes,
  listUntoldDevices,
  listUntoldPasskeys,
  listUntoldReplacements,
  listUntoldTokens,
} from './security-queries.ts'

export interface SecurityNewsDeps {
  db: Db
  siteUrl: string
  /** ms UTC */
  now(): number
}

interface Told {
  chatId: number
  locale: Locale
  reason: string
}

/** ms. Older news is not sent */
const newsFor = 3_600_000

/** Reports to linked people what others do with their accounts, each event once, like the bar in the app. */
export async function tellSecurity(deps: SecurityNewsDeps): Promise<void> {
  const since = deps.now() - newsFor
  for (const { device, login, ...told } of await listUntoldDevices(deps.db, since)) {
    const t = translator(told.locale)
    const name = deviceName(device.userAgent, t) ?? t('account.unknownDevice')
    const when = formatTime(told.locale, device.createdAt)
    const text = t('telegramBot.newDevice', { login, device: name, address: device.address, when })
    await tell(deps, told, text)
  }
  for (const { warning, login, ...told } of await listUntoldCodes(deps.db, since, toldFrom.codes)) {
    const when = formatTime(told.locale, warning.lastAt ?? 0)
    const address = warning.lastAddress ?? ''
    await tell(deps, told, translator(told.locale)('telegramBot.wrongCodes', { login, when, address }))
  }
  for (const { name, createdAt, login, ...told } of await listUntoldTokens(deps.db, since)) {
    const when = formatTime(told.locale, createdAt)
    const text = translator(told.locale)('telegramBot.newToken', { login, name, when })
    await tell(deps, told, text, paths.accountTokens)
  }
  for (const { name, createdAt, login, ...told } of await listUntoldPasskeys(deps.db, since)) {
    const when = formatTime(told.locale, createdAt)
    const text = translator(told.locale)('telegramBot.newPasskey', { login, name, when })
    await tell(deps, told, text, paths.passkeys)
  }
  for (const { approvedAt, requester, login, ...told } of await listUntoldReplacements(deps.db, since)) {
    const key = approvedAt === null ? 'telegramBot.factorRequested' : 'telegramBot.factorReplaced'
    await tell(deps, told, translator(told.locale)(key, { login, requester }))
  }
}

async function tell(
  { db, siteUrl, now }: SecurityNewsDeps,
  { chatId, locale, reason }: Told,
  text: string,
  page: string = paths.accountSessions,
) {
  const url = siteUrl + localised(locale, page)
  await say(db, { chatId, reason, ...words(`${text}\n${url}`), expiresInMs: newsFor }, now())
}
