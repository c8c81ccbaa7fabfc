import { expect, test } from 'bun:test'
import { createDraftSaver, type DraftSaver, type Saving, type Trouble } from './autosave.ts'

function start(answers: ('saved' | Trouble)[] | undefined) {
  const states: string[] = []
  const waits: number[] = []
  let due: (() => void) | undefined
  let sent = 0
  let whole = 0
  const saver = createDraftSaver({
    send: answers && (() => Promise.resolve(answers[sent++] ?? 'saved')),
    later: (run, ms) => {
      waits.push(ms)
      due = run
      return () => {
        due = undefined
      }
    },
    onSaving: (saving: Saving) => states.push('trouble' in saving ? saving.trouble : saving.name),
    onAllSaved: () => whole++,
  })
  return { saver, states, waits, isDue: () => due !== undefined, sent: () => sent, whole: () => whole }
}
const type = (saver: DraftSaver, letters: number) => {
  for (let letter = 0; letter < letters; letter++) saver.changed()
}

test('many keystrokes are one request, after a pause', async () => {
  const { saver, states, waits, sent, whole } = start(['saved'])
  type(saver, 3)
  expect(sent()).toBe(0)
  expect(waits).toEqual([800, 800, 800])
  await saver.flush()
  await saver.flush()
  expect(sent()).toBe(1)
  expect(whole()).toBe(1)
  expect(states.slice(-2)).toEqual(['saving', 'saved'])
})

test('changes made during a request are saved by the next one', async () => {
  const { saver, states, sent, whole, isDue } = start(['saved', 'saved'])
  saver.changed()
  const flushed = saver.flush()
  saver.changed()
  await flushed
  expect(states.at(-1)).toBe('unsaved')
  expect(whole()).toBe(0)
  expect(isDue()).toBe(true)
  await saver.flush()
  expect(states.at(-1)).toBe('saved')
  expect(whole()).toBe(1)
  expect(sent()).toBe(2)
})

test('an unreachable server is retried with growing waits; nothing counts as saved meanwhile', async () => {
  const { saver, waits, states, whole } = start([
    'unreachable',
    'unreachable',
    'signedOut',
    'unreachable',
    'unreachable',
  ])
  saver.changed()
  for (let round = 0; round < 5; round++) await saver.flush()
  expect(waits).toEqual([800, 2000, 5000, 15_000, 30_000, 30_000])
  expect(whole()).toBe(0)
  expect(states.at(-1)).toBe('unreachable')
  await saver.flush()
  expect(whole()).toBe(1)
  expect(states.at(-1)).toBe('saved')
})

test('a conflicting change is not overwritten automatically', async () => {
  const { saver, states, isDue, waits } = start(['conflict'])
  saver.changed()
  await saver.flush()
  expect(states.at(-1)).toBe('conflict')
  expect(isDue()).toBe(false)
  expect(waits).toEqual([800])
})

test('without a draft on the server nothing is sent; a closed saver reports nothing', async () => {
  const { saver, states, waits } = start(undefined)
  saver.changed()
  await saver.flush()
  expect([states, waits]).toEqual([['local'], []])
  const other = start(['saved'])
  other.saver.changed()
  const flushed = other.saver.flush()
  other.saver.close()
  await flushed
  expect(other.states).toEqual(['unsaved', 'saving'])
  expect(other.whole()).toBe(0)
})
