import { limits } from '../src/content/query/limits.ts'

/**
 * Limits without a practical timeout: on a machine with twenty other busy processes a query may wait for a second. Only
 * tests of time limits use short ones.
 */
export const patientLimits = { ...limits, workMs: 600_000, waitMs: 600_000 }
