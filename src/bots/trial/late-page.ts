/* A page whose result takes its time: what stands before it is sent at once, and the bar moves, without any script. */

/** Where the result will stand: an element that shows nothing, found in the page's HTML as it is written here */
export const latePlace = '<template data-late="true"></template>'

export interface LateResult {
  /** HTML of the page with `latePlace` in it */
  page: string
  /** @param tell  told the share done. @returns the result's HTML */
  result(tell: (share: number) => void, signal: AbortSignal): Promise<string>
  /** Ids of what names the bar */
  labelledBy: string
  /** HTML that says that nothing more will come; the sheet shows it once the newest is older than `silenceMs` allows */
  lost: string
  /** A fault of ours: the status has left, so that nothing else can tell it */
  onError?(error: unknown): void
}

/** Proxies and people give up on a connection that says nothing; who is cut off learns of it by what does not follow. */
const silenceMs = 5000

/** Each bar stands after the one before, of which the sheet shows the last. Who leaves ends the work. */
export function latePage({ page, result, labelledBy, lost, onError }: LateResult): ReadableStream<Uint8Array> {
  const [before = '', ...after] = page.split(latePlace)
  const encoder = new TextEncoder()
  const leaving = new AbortController()
  return new ReadableStream({
    start: async (out) => {
      const write = (text: string) => {
        if (!leaving.signal.aborted) out.enqueue(encoder.encode(text))
      }
      const bar = (value: string) =>
        `<progress class="late-step" max="100"${value} aria-labelledby="${labelledBy}"></progress>\n`
      // Without a value until its turn has come
      write(before + bar('') + lost)
      const waiting = setInterval(write, silenceMs, `${lost}\n`)
      let told = -1
      const tell = (share: number) => {
        const percent = Math.floor(share * 100)
        if (percent <= told) return
        told = percent
        write(bar(` value="${percent}"`))
      }
      try {
        write(await result(tell, leaving.signal))
        write(after.join(latePlace))
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
