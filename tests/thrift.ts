/** For every process of tests: they run little code often enough to win back what the last and dearest compiler costs. */
export const thrift = { BUN_JSC_useFTLJIT: '0' }
