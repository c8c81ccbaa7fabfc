import { expect, test } from 'bun:test'
import { createFramePace } from './live.ts'

const paceMs = 250

test('the first redraw after a pause comes with the next frame', () => {
  const { pace, drawn, at } = page()
  pace(drawn)
  at(16)
  expect(drawn.times).toEqual([16])
  at(10_000)
  pace(drawn)
  at(10_016)
  expect(drawn.times).toEqual([16, 10_016])
})

test('redraws in quick succession are spaced', () => {
  const { pace, drawn, at } = page()
  pace(drawn)
  at(16)
  pace(drawn)
  at(16 + paceMs - 1)
  expect(drawn.times).toEqual([16])
  at(16 + paceMs)
  expect(drawn.times).toEqual([16, 16 + paceMs])
})

test('slow redraws happen less often, but at least once a second', () => {
  const { pace, drawn, at, takes } = page()
  takes(15)
  pace(drawn)
  at(0)
  pace(drawn)
  at(499)
  expect(drawn.times).toEqual([0])
  takes(100)
  at(500)
  pace(drawn)
  at(1499)
  expect(drawn.times).toEqual([0, 500])
  at(1500)
  expect(drawn.times).toEqual([0, 500, 1500])
})

/** Creates a page with a clock controlled by the test; frames are drawn whenever the clock advances. */
function page() {
  let now = 0
  const timers: { due: number; run: () => void }[] = []
  const times: number[] = []
  let cost = 0
  const pace = createFramePace({
    now: () => now,
    setTimeout: (run, ms) => void timers.push({ due: now + ms, run }),
    requestFrame: (run) => void timers.push({ due: now, run }),
  })
  const drawn = Object.assign(
    () => {
      times.push(now)
      now += cost
    },
    { times },
  )
  const at = (time: number) => {
    now = time
    for (let next = dueNow(); next; next = dueNow()) next.run()
  }
  const dueNow = () => {
    const index = timers.findIndex(({ due }) => due <= now)
    return index < 0 ? undefined : timers.splice(index, 1)[0]
  }
  const takes = (ms: number) => {
    cost = ms
  }
  return { pace, drawn, at, takes }
}
