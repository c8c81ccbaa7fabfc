/**
 * Visitors on a thread of their own: one comes every few milliseconds, whether or not the one before has been answered,
 * and is answered by its own number. Told `null`, it tells how long those since the last time have waited, ms.
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
