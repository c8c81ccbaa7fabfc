import type { ProgressStreams } from '../../http/progress-stream.ts'
import type { RateLimit } from '../../limits/rate-limit.ts'
import { findFreeze, paidRate } from '../../telegram/limiter/bucket-queries.ts'
import { partsOf } from '../../telegram/message/requests.ts'
import type { AuditLine } from '../../users/audit/audit-queries.ts'
import { listHistory } from '../../users/audit/audit-queries.ts'
import { subjectOf } from '../acts/act.ts'
import { type Audience, readAudience } from '../audience/audience.ts'
import type { AudienceSizes, EmptyAudienceKey } from '../audience/audience-sizes.ts'
import { type BroadcastAct, type BroadcastRow, isPartial, leftOf, possibleActs } from '../broadcast.ts'
import type { BroadcastDeps } from '../broadcast-deps.ts'
import { type BroadcastContent, type ContentProblem, readContent } from '../content.ts'
import { problemsOf } from '../content-problems.ts'
import { isQuietAt } from '../delivery/quiet-queries.ts'
import { hasSender, isTokenRefused, wantsSender } from '../delivery/sender-presence.ts'
import { countVariants } from '../variants/ab-test-queries.ts'
import type { VariantCount } from '../variants/compare.ts'
import { countsClicks, textsOf } from '../variants.ts'
import {
  type ButtonClicks,
  countClicks,
  countReasons,
  findLogins,
  findOwnChat,
  type OwnChat,
  type ReasonCount,
} from './detail-queries.ts'
import type { Pace } from './pace.ts'

export interface DetailDeps extends BroadcastDeps {
  sizes: AudienceSizes
  pace: Pace
  watching: ProgressStreams
  /** Rate limit of test sends, per administrator */
  tests: RateLimit
}

export interface ProgressView {
  row: BroadcastRow
  /** Pace of sending, recipients per second */
  rate: number | undefined
  leftMs: number | undefined
  /** Whether sending waits for the end of the quiet hours. */
  isQuiet: boolean
  /** Time until which Telegram makes the bot wait, ms UTC. Undefined if nothing would be sent anyway */
  frozenUntil: number | undefined
  reasons: ReasonCount[]
  counts: VariantCount[] | undefined
  /** Whether the message has a button whose clicks are counted */
  hasCountedButton: boolean
}

export interface ActsView {
  row: BroadcastRow
  acts: BroadcastAct[]
  /** Size of the audience; the total of the row once the audience is frozen */
  size: number
  /** Reason why the audience is empty, if it is */
  nobody: EmptyAudienceKey | undefined
  /** Time that sending to the audience takes, ms */
  durationMs: number
  problems: ContentProblem[]
  /** Number of text variants; 1 without an A/B test */
  variants: number
  /** Whether the viewer edited the broadcast last, and so may not approve it */
  isOwn: boolean
  isConnected: boolean
  isUnattended: boolean
}

export interface DetailView extends ProgressView, ActsView {
  content: BroadcastContent
  audience: Audience
  people: Map<string, string>
  history: AuditLine[]
  clicks: ButtonClicks[]
  ownChat: OwnChat | undefined
  /** Whether Telegram refuses the bot's token, or did so at the last attempt. */
  isRefused: boolean
}

const historySize = 30
/** Max age of the size beside a draft, ms: counting a million subscribers takes longer than a page may take */
const sizeShownMs = 60_000

export async function readProgress({ db, pace, now, sending }: DetailDeps, row: BroadcastRow): Promise<ProgressView> {
  const at = now()
  const left = leftOf(row)
  const lately = row.state === 'running' ? pace.of(row.id, { at, done: row.total - left }) : undefined
  const isQuiet = isDue(row, at) && isQuietAt(row, at)
  const frozenUntil = isDue(row, at) && !isQuiet ? await findFreeze(db, at) : undefined
  const isStill = !sending.isConnected || row.state !== 'running' || isQuiet || frozenUntil !== undefined
  const content = readContent(row.content)
  const rate = lately ?? usualRate(row, sending.rate) / partsOf(content)
  // The time left is unknown while recipients wait for a winner, or are still to be added.
  const leftMs = rate && !isStill && !isUndecided(row) && !isPartial(row) ? (left * 1000) / rate : undefined
  const isOdd = row.failed + row.unknown + row.skipped > 0
  const counts = row.trialPercent === null ? undefined : await countVariants(db, row.id, content)
  const reasons = isOdd ? await countReasons(db, row.id) : []
  const hasCountedButton = countsClicks(content)
  return { row, rate: lately, leftMs, isQuiet, frozenUntil, reasons, counts, hasCountedButton }
}

/** Reads the possible acts. @param isFresh  whether to count the size now, because it caused a refusal just before */
export async function readActs(
  deps: DetailDeps,
  row: BroadcastRow,
  { by, isFresh = false }: { by: string; isFresh?: boolean },
): Promise<ActsView> {
  const { now, sending, sizes } = deps
  const acts = possibleActs(row, now())
  const size =
    acts.includes('edit') || row.state === 'scheduled'
      ? await sizes.count(readAudience(row.audience), isFresh ? 0 : sizeShownMs)
      : row.total
  return {
    row,
    acts,
    size,
    nobody: await sizes.emptyAudienceKey(size),
    durationMs: (size * partsOf(readContent(row.content)) * 1000) / usualRate(row, sending.rate),
    problems: problemsOf(row),
    variants: textsOf(readContent(row.content)).length,
    isOwn: row.editedBy === by,
    isConnected: sending.isConnected,
    isUnattended: await isUnattended(deps, row),
  }
}

/** Whether a sender is needed and none is running. Without a connected bot, the page reports that instead. */
export async function isUnattended({ db, now, sending }: DetailDeps, row: BroadcastRow): Promise<boolean> {
  return sending.isConnected && wantsSender(row) && !(await hasSender(db, now()))
}

export async function readDetail(
  deps: DetailDeps,
  row: BroadcastRow,
  viewer: { by: string; isFresh?: boolean },
): Promise<DetailView> {
  const { db } = deps
  return {
    ...(await readProgress(deps, row)),
    ...(await readActs(deps, row, viewer)),
    content: readContent(row.content),
    audience: readAudience(row.audience),
    people: await findLogins(db, [row.createdBy, row.editedBy, row.approvedBy, row.startedBy]),
    history: await listHistory(db, subjectOf(row).id, historySize),
    clicks: row.clicks > 0 ? await countClicks(db, row.id) : [],
    ownChat: await findOwnChat(db, viewer.by),
    isRefused: deps.sending.isConnected && row.reason !== 'revoked' && (await isTokenRefused(db)),
  }
}

/** Whether `listWork` would list the broadcast now, except for its quiet hours. */
function isDue({ state, scheduledAt }: BroadcastRow, now: number): boolean {
  if (state === 'scheduled') return scheduledAt !== null && scheduledAt <= now
  return state === 'preparing' || state === 'running'
}

const isUndecided = ({ trialPercent, winner }: BroadcastRow) => trialPercent !== null && winner === null

function usualRate({ isPaid }: Pick<BroadcastRow, 'isPaid'>, rate: number): number {
  return isPaid ? paidRate : rate
}
