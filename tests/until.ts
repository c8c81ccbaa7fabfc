/** Between two questions, ms: a test that asked without a pause would take the processor from what it waits for. */
const pauseMs = 5

/** Asks until the answer is there, neither nothing nor false; the test's own time limit ends the waiting. */
export async function until<Answer>(ask: () => Answer | Promise<Answer>): Promise<Exclude<Answer, undefined | false>> {
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function isThere<Answer>(answer: Answer): answer is Exclude<Answer, undefined | false> {
  return answer !== undefined && answer !== false
}
