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

test('the work of charts in the frame after a change counts too', () => {
  const { pace, drawn, at, frameTakes } = page()
  frameTakes(20)
  pace(drawn)
  at(0)
  pace(drawn)
  at(499)
  expect(drawn.times).toEqual([0])
  at(500)
  expect(drawn.times).toEqual([0, 500])
})

test('a hidden page changes nothing until its next frame', () => {
  const { pace, drawn, at, hide } = page()
  pace(drawn)
  at(0)
  pace(drawn)
  hide(true)
  at(1000)
  expect(drawn.times).toEqual([0])
  hide(false)
  at(2000)
  expect(drawn.times).toEqual([0, 2000])
})

test('slow redraws happen less often, but at least once a second', () => {
  const { pace, drawn, at, takes } = page()
  takes(20)
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

/** Creates a page with a clock controlled by the test; frames are drawn whenever the clock advances, unless it is hidden. */
function page() {
  let now = 0
  const timers: { due: number; run: () => void }[] = []
  const times: number[] = []
  const frames: (() => void)[] = []
  let [cost, frameCost, isHidden] = [0, 0, false]
  const pace = createFramePace({
    now: () => now,
    setTimeout: (run, ms) => void timers.push({ due: now + ms, run }),
    requestFrame: (run) => void frames.push(run),
    isHidden: () => isHidden,
  })
  const drawn = Object.assign(
    () => {
      times.push(now)
      now += cost
      // A chart draws in the frame after the change.
      frames.push(() => {
        now += frameCost
      })
    },
    { times },
  )
  const at = (time: number) => {
    now = time
    do {
      if (!isHidden) for (const frame of frames.splice(0)) frame()
      for (let next = dueNow(); next; next = dueNow()) next.run()
    } while (frames.length > 0 && !isHidden)
  }
  const dueNow = () => {
    const index = timers.findIndex(({ due }) => due <= now)
    return index < 0 ? undefined : timers.splice(index, 1)[0]
  }
  const takes = (ms: number) => {
    cost = ms
  }
  const frameTakes = (ms: number) => {
    frameCost = ms
  }
  const hide = (hides: boolean) => {
    isHidden = hides
  }
  return { pace, drawn, at, takes, frameTakes, hide }
}
