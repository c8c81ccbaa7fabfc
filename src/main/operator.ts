import type { Origin } from '../auth/audit.ts'

/** Whoever works at the command line: nobody has signed in there. */
export const operator: Origin = { address: 'command line', requestId: 'command line' }
