import { z } from 'zod'
import { topic } from '../events/events.ts'

/** The public content has moved on, and whoever reads the library finds it there. */
export const contentVersion = topic(
  'content-version',
  z.object({
    version: z.number(),
    /** Addresses below the locale prefix: when nothing has changed but the texts there; absent when more has */
    texts: z.array(z.string()).optional(),
  }),
  'process',
)
