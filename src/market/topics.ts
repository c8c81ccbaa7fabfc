import { z } from 'zod'
import { topic } from '../events/events.ts'

const isBackfilling = z.boolean()

/** `market.state()` has changed. Prices come too often for events: `market.onTick` has them. */
export const feedState = topic(
  'feed-state',
  z.discriminatedUnion('name', [
    z.object({ name: z.enum(['connecting', 'live', 'ended']), isBackfilling }),
    z.object({
      name: z.literal('waiting'),
      until: z.number(),
      reason: z.enum(['disconnected', 'refused', 'limited', 'silent']),
      isBackfilling,
    }),
  ]),
)
