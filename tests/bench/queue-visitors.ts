/**
 * Visitors on a separate thread. One arrives every few milliseconds, whether or not the previous visitor has been
 * answered; each answer carries the visitor's number. On a `null` message the thread posts the waiting times since the
 * last such message, ms.
 */
const everyMs = 5

const askedAt = new Map<number, number>()
let waits: number[] = []
let visitor = 0

setInterval(() => {
  askedAt.set(++visitor, performance.now())
  postMessage(visitor)
}, everyMs)

self.onmessage = ({ data }: MessageEvent<number | null>) => {
  if (data === null) {
    postMessage(waits)
    waits = []
    return
  }
  waits.push(performance.now() - (askedAt.get(data) ?? Number.NaN))
  askedAt.delete(data)
}
