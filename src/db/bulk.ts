/** p95 of an interactive write beside one, to alone, measured quiet: 8 times at 50 rows, 16 at 100; 10 is the bound. */
export const bulkBatchRows = 50
