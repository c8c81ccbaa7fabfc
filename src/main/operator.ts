import type { Origin } from '../auth/audit.ts'

/** Origin of actions at the command line, where no user is signed in. */
export const operator: Origin = { address: 'command line', requestId: 'command line' }
