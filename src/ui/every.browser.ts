/** Calls `run` periodically until the page is left. */
export function every(ms: number, run: () => void, signal: AbortSignal): void {
  const timer = setInterval(run, ms)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Calls `run` once after a delay, unless the page has been left by then. */
export function once(ms: number, run: () => void, signal: AbortSignal): void {
  if (signal.aborted) return
  const timer = setTimeout(run, ms)
  signal.addEventListener('abort', () => clearTimeout(timer))
}
