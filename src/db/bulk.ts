/**
 * Rows of a bulk write's statement: whoever comes meanwhile waits for all of them in this thread. p95 of an interactive
 * write beside one, to alone, measured quiet: 8 times at 50, 16 at 100 (the bound is 10); 50 are written at 0.8 of the
 * speed of 100.
 */
export const bulkBatchRows = 50
