/**
 * For every process of tests. They run little code often enough to win back what the last and dearest compiler costs;
 * collectors that help each other, or work beside what they collect for, pay off where a core is free, and here each has
 * its own test to run. A heap of up to 64 MiB is tidied up when it has grown by as much, not by 8: what a test has made
 * is gone by then. Memory that is given back to the system is asked for again by the next test, page by page.
 */
export const thrift = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_numberOfGCMarkers: '1',
  BUN_JSC_useConcurrentGC: '0',
  BUN_JSC_largeHeapSize: String(64 * 1024 * 1024),
  MIMALLOC_PURGE_DELAY: '-1',
}
