import type { Db } from '../../db/client.ts'
import { type MessageRequest, partsOf, requestsFor } from '../../telegram/message/requests.ts'
import { type BroadcastContent, readContent } from '../content.ts'
import { contentOf } from '../variants/variants.ts'
import { findPlan } from './broadcast-work-queries.ts'
import type { Claim } from './claim-queries.ts'

/** What a broadcast sends, of one revision */
export interface MessagePlan {
  revision: number
  content: BroadcastContent
  /** Requests to each recipient, one after the other */
  parts: number
}

/** As the column has it. @throws Error when nothing can be made of it */
export function planOf(revision: number, content: string): MessagePlan {
  const parsed = readContent(content)
  return { revision, content: parsed, parts: partsOf(parsed) }
}

export function requestFor({ content }: MessagePlan, row: Claim): MessageRequest | undefined {
  const { chatId, locale, name, broadcastId, part, lane, variant } = row
  const request = requestsFor(contentOf(content, variant), { chatId, locale, name }, { broadcastId })[part]
  if (!request || lane !== 'paid') return request
  return { ...request, params: { ...request.params, allow_paid_broadcast: true } }
}

export interface Plans {
  /** Undefined for a revision that is not the present one */
  of(id: string, revision: number): Promise<MessagePlan | undefined>
}

/** Remembered at once; the one that was read first leaves. */
const mostPlans = 100

/** Plans in use: a broadcast's content is read once for each of its revisions. */
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
      if (plans.size > mostPlans && oldest !== undefined) plans.delete(oldest)
      return plan
    },
  }
}
