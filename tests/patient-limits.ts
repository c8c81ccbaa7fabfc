import { limits } from '../src/content/query/limits.ts'

/**
 * Query limits without a practical timeout: on a machine with twenty other busy processes a query may wait for a
 * second. Only tests of time limits use short timeouts.
 */
export const patientLimits = { ...limits, workMs: 600_000, waitMs: 600_000 }
