import type { Db } from '../../db/client.ts'
import { fileIdIn } from '../../telegram/api/file-sender.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { type MessageRequest, partsOf, requestsFor } from '../../telegram/message/requests.ts'
import { type BroadcastContent, readContent } from '../content.ts'
import { contentOf } from '../variants.ts'
import { findPlan } from './broadcast-work-queries.ts'
import type { Claim } from './claim-queries.ts'

/** Plan of the messages: the parsed content of one revision of a broadcast */
export interface MessagePlan {
  revision: number
  content: BroadcastContent
  /** Number of requests to each recipient, sent one after the other */
  parts: number
  /** Telegram's file_ids by address: a file that Telegram has fetched once need not be fetched again for every chat. */
  fileIds: Map<string, string>
}

/** Parses content as stored in the column. @throws Error when it is unreadable */
function planOf(revision: number, content: string): MessagePlan {
  const parsed = readContent(content)
  return { revision, content: parsed, parts: partsOf(parsed), fileIds: new Map() }
}

export function requestFor({ content, fileIds }: MessagePlan, row: Claim): MessageRequest | undefined {
  const { chatId, locale, name, broadcastId, part, lane, variant } = row
  const media = content.media.map((each) => ({ ...each, file: fileIds.get(each.file) ?? each.file }))
  const request = requestsFor({ ...contentOf(content, variant), media }, { chatId, locale, name }, { broadcastId })[
    part
  ]
  if (!request || lane !== 'paid') return request
  return { ...request, params: { ...request.params, allow_paid_broadcast: true } }
}

/** Stores the file_ids of sent files. After a refusal, drops them, so that files are fetched by their address again. */
export function rememberFileIds(
  { content, fileIds }: MessagePlan,
  { method }: MessageRequest,
  outcome: ApiOutcome,
): void {
  if (outcome.status === 'refused' && (outcome.kind === 'content' || outcome.kind === 'fetch')) fileIds.clear()
  if (outcome.status !== 'sent' || method === 'sendMessage') return
  const messages: unknown[] = [outcome.result].flat()
  content.media.forEach(({ kind, file }, index) => {
    const id = file.startsWith('https://') ? fileIdIn(messages[index], kind) : undefined
    if (id !== undefined) fileIds.set(file, id)
  })
}

export interface Plans {
  /** Returns the plan; undefined if the revision is not the current one */
  of(id: string, revision: number): Promise<MessagePlan | undefined>
}

/** Max cached plans; the plan that was read first is evicted. */
const maxPlans = 100

/** Caches plans: the content of a broadcast is read once for each of its revisions. */
export function createPlans(db: Db): Plans {
  const plans = new Map<string, MessagePlan>()
  return {
    of: async (id, revision) => {
      const known = plans.get(id)
      if (known?.revision === revision) return known
      const row = await findPlan(db, id)
      if (row?.revision !== revision) return undefined
      const plan = planOf(revision, row.content)
      plans.set(id, plan)
      const [oldest] = plans.keys()
      if (plans.size > maxPlans && oldest !== undefined) plans.delete(oldest)
      return plan
    },
  }
}
