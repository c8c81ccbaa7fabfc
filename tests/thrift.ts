/**
 * Environment for every test process. Tests run little code often enough to pay for the optimizing compiler. Parallel
 * and concurrent garbage collection only helps where a core is free; here each core runs a test. A heap of up to 64 MiB
 * is collected after it has grown by as much, not by 8 MiB, because garbage of a test is dead by then. Memory is not
 * returned to the system, because the next test would request it again page by page.
 */
export const thrift = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_numberOfGCMarkers: '1',
  BUN_JSC_useConcurrentGC: '0',
  BUN_JSC_largeHeapSize: String(64 * 1024 * 1024),
  MIMALLOC_PURGE_DELAY: '-1',
}

/**
 * Environment for the type checker, which visits every file once in a single process: below the memory limit, garbage
 * collection is only overhead.
 */
export const thriftyChecker = { ...process.env, GOGC: 'off', GOMEMLIMIT: '2GiB' }
