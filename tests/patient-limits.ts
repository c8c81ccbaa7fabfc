import { limits } from '../src/content/query/limits.ts'

/** Time is for the tests of time alone: a query may wait for a second on a machine with twenty others at work. */
export const patientLimits = { ...limits, workMs: 600_000, waitMs: 600_000 }
