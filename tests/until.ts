/** Between two questions, ms: a test that asked without a pause would take the processor from what it waits for. */
const [leastPauseMs, mostPauseMs] = [5, 100]
/** Of the time waited so far: who has waited for seconds may wait a moment longer, and asks seldom until then. */
const pauseShare = 0.1

/** Asks until the answer is there, neither nothing nor false; the test's own time limit ends the waiting. */
export async function until<Answer>(ask: () => Answer | Promise<Answer>): Promise<Exclude<Answer, undefined | false>> {
  const began = performance.now()
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    const pause = Math.min(mostPauseMs, Math.max(leastPauseMs, pauseShare * (performance.now() - began)))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function isThere<Answer>(answer: Answer): answer is Exclude<Answer, undefined | false> {
  return answer !== undefined && answer !== false
}
