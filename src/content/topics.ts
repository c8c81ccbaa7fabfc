import { z } from 'zod'
import { topic } from '../events/events.ts'

/** Event: the public content has changed, and the library already has the new version. */
export const contentVersion = topic(
  'content-version',
  z.object({
    version: z.number(),
    /**
     * Addresses of changed pages, without the locale prefix, if only their texts have changed; absent if anything else
     * has
     */
    texts: z.array(z.string()).optional(),
  }),
  'process',
)
