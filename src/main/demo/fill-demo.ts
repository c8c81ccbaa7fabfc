import { randomInt } from 'node:crypto'
import type { PasswordCost } from '../../auth/password/password.ts'
import { newTotpKey } from '../../auth/second-factor/totp.ts'
import { readSecret } from '../../config/secret.ts'
import { siteUrlOf } from '../../config.ts'
import { openShared } from '../shared.ts'
import { openBot } from '../telegram.ts'
import { addBroadcasts } from './broadcasts.ts'
import type { StagingFolder } from './demo-folder.ts'
import { type DemoMark, writeMark } from './demo-mark.ts'
import { untilFilled } from './filled-market.ts'
import { addMembers } from './members.ts'
import { addPaperAccounts } from './paper-account.ts'
import { addBots, simulateBots } from './simulate-bots.ts'
import { addAlerts, addWatchlists } from './watching.ts'

export interface FillOptions {
  /** Days of price history, which covers the bots' history */
  days?: number
  subscribers?: number
  passwordCost?: PasswordCost | undefined
  onStep?: ((step: number, of: number, words: string) => void) | undefined
}

const steps = ['prices', 'members', 'bots and their trades', 'alerts and watchlists', 'subscribers and broadcasts']

/** Fills a folder and writes its mark last. @throws Error when a step fails */
export async function fillDemo({ config, files }: StagingFolder, options: FillOptions = {}): Promise<DemoMark> {
  const { days = 30, subscribers = 240, passwordCost, onStep = () => undefined } = options
  let step = 0
  const next = () => onStep(step + 1, steps.length, steps[step++] ?? '')
  const logTo = (lines: string) => void process.stderr.write(lines)
  await using opened = new AsyncDisposableStack()
  const shared = openShared({
    config: { ...config, ROLES: ['feed'], LOG_LEVEL: 'error' },
    historyDays: days,
    logTo,
  })
  opened.defer(shared.close)
  const [db, outbox, log] = [await shared.databases.app(), await shared.databases.outbox(), shared.log]
  next()
  const market = await shared.market()
  await untilFilled(market)
  next()
  const now = Date.now()
  const passwords = { administrator: newPassword(), members: newPassword() }
  const secret = readSecret(config.dataDir, config.SECRET)
  const { events } = shared
  const auth = { db, events, secret, siteUrl: siteUrlOf(config), passwordCost }
  const totpKey = newTotpKey()
  const members = await addMembers({ ...auth, passwords, totpKey, now })
  next()
  const play = { db, market, events, log, now, days }
  await addBots(play, members)
  await addPaperAccounts(play, members)
  await simulateBots(play)
  next()
  await addAlerts(play, members)
  await addWatchlists(play, members)
  next()
  const bot = (await openBot(shared))(siteUrlOf(config))
  await addBroadcasts({ db, outbox, bot, subscribers, log, now }, members)
  await opened.disposeAsync()
  const ids = Object.values(members).map(({ id }) => id)
  const mark = {
    madeAt: new Date(now).toISOString(),
    members: ids,
    passwords,
    totpKey: Buffer.from(totpKey).toString('base64'),
    files,
  }
  writeMark(config, mark)
  return mark
}

/** Letters and digits that are not easily confused */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns a password of about 60 bits in four groups. */
function newPassword(): string {
  const group = () => Array.from({ length: 3 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
