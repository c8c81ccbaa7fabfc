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
  expect([sent(), waits]).toEqual([0, [800, 800, 800]])
  await saver.flush()
  await saver.flush()
  expect([sent(), whole(), states.slice(-2)]).toEqual([1, 1, ['saving', 'saved']])
})

test('changes made during a request are saved by the next one', async () => {
  const { saver, states, sent, whole, isDue } = start(['saved', 'saved'])
  saver.changed()
  const flushed = saver.flush()
  saver.changed()
  await flushed
  expect([states.at(-1), whole(), isDue()]).toEqual(['unsaved', 0, true])
  await saver.flush()
  expect([states.at(-1), whole(), sent()]).toEqual(['saved', 1, 2])
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
  expect([whole(), states.at(-1)]).toEqual([0, 'unreachable'])
  await saver.flush()
  expect([whole(), states.at(-1)]).toEqual([1, 'saved'])
})

test('a conflicting change is not overwritten automatically', async () => {
  const { saver, states, isDue, waits } = start(['conflict'])
  saver.changed()
  await saver.flush()
  expect([states.at(-1), isDue(), waits]).toEqual(['conflict', false, [800]])
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
  expect([other.states, other.whole()]).toEqual([['unsaved', 'saving'], 0])
})
