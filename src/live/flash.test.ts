import { expect, test } from 'bun:test'
import { createFlashes } from './flash.ts'

test('prices flash in the first draw and again a second later, each time until the next draw', () => {
  const { visible, startDraw } = createFlashes(() => undefined)
  const shown = [0, 250, 500, 999, 1000, 1250, 5000].map((now) => {
    startDraw(now)
    return visible.value
  })
  expect(shown).toEqual([1, 0, 0, 0, 2, 0, 3])
})

test('without another draw a flash ends after a second, and never ends the next one', () => {
  const timers: [ms: number, run: () => void][] = []
  const { visible, startDraw } = createFlashes((run, ms) => timers.push([ms, run]))
  startDraw(0)
  expect(timers.map(([ms]) => ms)).toEqual([1000])
  startDraw(1000)
  timers[0]?.[1]()
  expect(visible.value).toBe(2)
  timers[1]?.[1]()
  expect(visible.value).toBe(0)
})
