/**
 * For every process of tests. They run little code often enough to win back what the last and dearest compiler costs;
 * collectors that help each other, or work beside what they collect for, pay off where a core is free, and here each has
 * its own test to run. Memory that is given back to the system is asked for again by the next test, page by page.
 */
export const thrift = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_numberOfGCMarkers: '1',
  BUN_JSC_useConcurrentGC: '0',
  MIMALLOC_PURGE_DELAY: '-1',
}
