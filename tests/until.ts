/** Pause between checks, ms: without it, a busy loop would take the processor from the work that the test waits for. */
const [minPauseMs, maxPauseMs] = [5, 100]
/** Pause as a share of the time waited so far: a long wait tolerates a longer pause. */
const pauseShare = 0.1

/** Polls until the answer is neither undefined nor false. Has no timeout: the test's own time limit ends the wait. */
export async function until<Answer>(ask: () => Answer | Promise<Answer>): Promise<Exclude<Answer, undefined | false>> {
  const began = performance.now()
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    const pause = Math.min(maxPauseMs, Math.max(minPauseMs, pauseShare * (performance.now() - began)))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function isThere<Answer>(answer: Answer): answer is Exclude<Answer, undefined | false> {
  return answer !== undefined && answer !== false
}
