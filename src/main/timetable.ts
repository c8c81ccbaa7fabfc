import type { Pusher } from '../alerts/push/send-pushes.ts'
import type { AlertWatcher } from '../alerts/watch-alerts.ts'
import { type ExpiryDeps, expireAudit, expireLinks, expireSessions } from '../auth/session/expire.ts'
import { presenceMs } from '../broadcast/delivery/sender-presence.ts'
import type { ContentFollower } from '../content/ingest/follow-content.ts'
import type { LibraryCache } from '../content/library/library-cache.ts'
import type { Job, Recurring } from '../jobs/jobs.ts'
import type { OpenMarket } from '../market/market-view.ts'
import type { ScheduledBackups } from './backup/scheduled.ts'

/** Dependencies of the jobs. Each process has only some of them, depending on its roles. */
export interface TimetableDeps {
  market?: Pick<OpenMarket, 'sync' | 'checkpoint'> | undefined
  alerts?: Pick<AlertWatcher, 'reload'> | undefined
  pushes?: Pick<Pusher, 'send'> | undefined
  library?: Pick<LibraryCache, 'refresh'> | undefined
  content?: Pick<ContentFollower, 'publishDue'> | undefined
  previews?: { draw(): Promise<void> } | undefined
  copies?: { clear(): Promise<void> } | undefined
  missed?: { settle(): Promise<void> } | undefined
  backups?: Pick<ScheduledBackups, 'run'> | undefined
  accounts?: (ExpiryDeps & { auditDays: number }) | undefined
  bots?: { claim(): Promise<void>; trim(): Promise<void> } | undefined
  sender?: SenderWork | undefined
  telegram?: { sendNews(): Promise<void>; setMenu(): Promise<void>; trim(): Promise<void> } | undefined
  webhook?: { set(): Promise<void> } | undefined
}

interface SenderWork {
  markPresence(): Promise<void>
  trimNotices(): Promise<void>
  trimSeries(): Promise<void>
  trimDeliveries(): Promise<void>
}

const second = 1000
const minute = 60 * second

/**
 * The jobs of what the parts open; domains bring further ones in their manifests. The page about metrics lists them
 * all. The code that opens a dependency also starts its jobs, and stops them before closing it.
 */
export function timetable(deps: TimetableDeps): (Job & Recurring)[] {
  const { market, alerts, pushes, library, content, previews, copies, missed, backups, accounts } = deps
  const { bots, sender, telegram, webhook } = deps
  return [
    // A killed process loses less than a second of candles.
    ...jobs('any', market, ({ sync, checkpoint }) => [
      { every: 900, name: 'market-sync', run: sync },
      { every: minute, name: 'market-checkpoint', run: checkpoint },
    ]),
    ...jobs('feed', alerts, ({ reload }) => [{ every: 2 * second, name: 'alerts-reload', run: reload }]),
    ...jobs('feed', pushes, ({ send }) => [{ every: 5 * second, name: 'alerts-push', run: send }]),
    ...jobs('web', library, ({ refresh }) => [{ every: second, name: 'library-refresh', run: refresh }]),
    ...jobs('web', content, ({ publishDue }) => [{ every: second, name: 'content-publish', run: publishDue }]),
    // A minute keeps the drawing out of the start; messengers cache previews for longer than that anyway.
    ...jobs('web', previews, ({ draw }) => [{ every: minute, name: 'previews-draw', run: draw }]),
    ...jobs('web', copies, ({ clear }) => [{ every: 60 * minute, name: 'copies-clear', run: clear }]),
    ...jobs('web', missed, ({ settle }) => [{ every: 5 * second, name: 'missed-queries-settle', run: settle }]),
    ...jobs('web', backups, ({ run }) => [{ every: minute, name: 'backup', run }]),
    ...jobs('web', accounts, (deps) => [
      { every: 10 * minute, name: 'sessions-expire', run: () => expireSessions(deps) },
      { every: 10 * minute, name: 'links-expire', run: () => expireLinks(deps) },
      { every: 10 * minute, name: 'audit-expire', run: () => expireAudit(deps, deps.auditDays) },
    ]),
    ...jobs('bots', bots, ({ claim, trim }) => [
      { every: 2 * second, name: 'bots-claim', run: claim },
      { every: 10 * minute, name: 'bots-trim', run: trim },
    ]),
    ...jobs('sender', sender, ({ markPresence, trimNotices, trimSeries, trimDeliveries }) => [
      { every: presenceMs, name: 'sender-presence', run: markPresence },
      { every: minute, name: 'notices-trim', run: trimNotices },
      { every: 5 * second, name: 'series-trim', run: trimSeries },
      { every: 10 * minute, name: 'deliveries-trim', run: trimDeliveries },
    ]),
    ...jobs('telegram', telegram, ({ sendNews, setMenu, trim }) => [
      { every: 5 * second, name: 'telegram-news', run: sendNews },
      { every: minute, name: 'telegram-menu', run: setMenu },
      { every: 10 * minute, name: 'telegram-trim', run: trim },
    ]),
    ...jobs('telegram', webhook, ({ set }) => [{ every: 10 * second, name: 'telegram-webhook', run: set }]),
  ]
}

function jobs<Deps>(role: Recurring['role'], deps: Deps | undefined, list: (deps: Deps) => Job[]) {
  return deps === undefined ? [] : list(deps).map((job) => ({ ...job, role }))
}
