/**
 * Visitors on a separate thread: one arrives every few milliseconds, whether or not the previous one has been answered,
 * and each answer carries the visitor's number. On a `null` message it posts the waiting times since the last one, ms.
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
