/* A page with a slow result: sends the part before it at once and shows a moving progress bar, without any script. */

/** Placeholder of the result: an invisible element, found in the page's HTML in exactly this form */
export const lateMarker = '<template data-late="true"></template>'

export interface LateResult {
  /** HTML of the page, containing `latePlace` */
  page: string
  /** @param reportProgress  receives the finished share. @returns the HTML of the result */
  result(reportProgress: (share: number) => void, signal: AbortSignal): Promise<string>
  /** Ids of the elements that label the bar */
  labelledBy: string
  /**
   * HTML of the message about a lost connection; the style sheet shows it if nothing follows for longer than
   * `silenceMs` allows
   */
  lost: string
  /** Reports an unexpected error. The status line has already been sent, so the response cannot show it. */
  onError?(error: unknown): void
}

/**
 * Heartbeat interval: proxies and users give up on a silent connection. A missing heartbeat shows that the connection
 * is lost.
 */
const silenceMs = 5000

/**
 * Appends each progress bar to the previous one; the style sheet shows only the last. A closed connection aborts
 * `result`.
 */
export function latePage({ page, result, labelledBy, lost, onError }: LateResult): ReadableStream<Uint8Array> {
  const [before = '', ...after] = page.split(lateMarker)
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  return new ReadableStream({
    start: async (out) => {
      const write = (text: string) => {
        if (!leaving.signal.aborted) out.enqueue(encoder.encode(text))
      }
      const bar = (value: string) =>
        `<progress class="late-step" max="100"${value} aria-labelledby="${labelledBy}"></progress>\n`
      // The bar has no value until the work begins
      write(before + bar('') + lost)
      const waiting = setInterval(write, silenceMs, `${lost}\n`)
      let reported = -1
      const reportProgress = (share: number) => {
        const percent = Math.floor(share * 100)
        if (percent <= reported) return
        reported = percent
        write(bar(` value="${percent}"`))
      }
      try {
        write(await result(reportProgress, leaving.signal))
        write(after.join(lateMarker))
        if (!leaving.signal.aborted) out.close()
      } catch (error) {
        onError?.(error)
        out.error(error)
      } finally {
        clearInterval(waiting)
      }
    },
    cancel: () => leaving.abort(),
  })
}
