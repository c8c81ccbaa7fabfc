import { expect, test } from 'bun:test'
import { playAlertSound } from './alert-sound.browser.ts'

/** An audio context that notes what is played. @param isAllowed  whether the browser allows sound */
function fakeContext(isAllowed: boolean) {
  const played: [frequency: number, from: number, to: number][] = []
  const ends: (() => void)[] = []
  const context = {
    state: 'suspended',
    currentTime: 5,
    destination: {},
    resume: () => {
      if (isAllowed) context.state = 'running'
      return isAllowed ? Promise.resolve() : new Promise(() => {})
    },
    close: async () => {
      context.state = 'closed'
    },
    createGain: () => ({ gain: { value: 1 }, connect: () => {} }),
    createOscillator: () => {
      const frequency = { value: 0 }
      let begin = 0
      return {
        frequency,
        connect: () => {},
        start: (at: number) => {
          begin = at
        },
        stop: (at: number) => played.push([frequency.value, begin, at]),
        addEventListener: (_: string, end: () => void) => ends.push(end),
      }
    },
  }
  return { context: context as unknown as AudioContext, played, ends, state: () => context.state }
}

test('a fired alert sounds as two tones after each other, and the context closes after them', async () => {
  const { context, played, ends, state } = fakeContext(true)
  expect(await playAlertSound(context)).toBe(true)
  expect(played).toEqual([
    [880, 5, 5.14],
    [1175, 5.14, 5.28],
  ])
  expect(state()).toBe('running')
  for (const end of ends) end()
  expect(state()).toBe('closed')
})

test('where the browser allows no sound, nothing plays, now or later', async () => {
  const { context, played, state } = fakeContext(false)
  expect(await playAlertSound(context)).toBe(false)
  expect(played).toEqual([])
  expect(state()).toBe('closed')
})
