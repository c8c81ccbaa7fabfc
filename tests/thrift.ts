/**
 * For every process of tests. They run little code often enough to win back what the last and dearest compiler costs;
 * collectors that help each other pay off where a core is free, and here each has its own test to run.
 */
export const thrift = { BUN_JSC_useFTLJIT: '0', BUN_JSC_numberOfGCMarkers: '1' }
