import { expect, test } from 'bun:test'
import type { Drawing } from './drawing.ts'
import type { DrawingKeeper, SaveResult, Trouble } from './saver.ts'
import { createDrawingStore, type DrawingStore } from './store.ts'

function line(price: number, id: string = crypto.randomUUID()): Drawing {
  return {
    id,
    kind: 'line',
    points: [
      [0, 0],
      [60_000, price],
    ],
    color: '#1bc7b1',
  }
}

/** Creates a fake server that stores drawings, can be unreachable, and records requests. */
function createKeeper(kept: Drawing[] = []) {
  const state = {
    kept: new Map(kept.map((drawing) => [drawing.id, drawing])),
    trouble: undefined as Trouble | undefined,
  }
  const asked: string[] = []
  const answer = (act: () => void): SaveResult => {
    if (state.trouble) return state.trouble
    act()
    return 'kept'
  }
  const keeper: DrawingKeeper = {
    list: async () => state.trouble ?? [...state.kept.values()],
    put: async (_, drawing) => {
      asked.push(`put ${drawing.points[1][1]}`)
      return answer(() => state.kept.set(drawing.id, drawing))
    },
    remove: async (id) => {
      asked.push('remove')
      return answer(() => state.kept.delete(id))
    },
  }
  return { keeper, state, asked }
}

function createLocals() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    values,
  }
}

/** Creates a clock that the test moves. */
function createClock() {
  let waiting: { run: () => void; ms: number } | undefined
  return {
    later: (run: () => void, ms: number) => {
      const own = { run, ms }
      waiting = own
      return () => {
        if (waiting === own) waiting = undefined
      }
    },
    waits: () => waiting?.ms,
    ring: () => waiting?.run(),
  }
}

function open(keeper: DrawingKeeper, locals = createLocals(), clock = createClock()) {
  return createDrawingStore({ asset: 'BTCUSDT', owner: 'me', keeper, locals, later: clock.later })
}

/** Resolves when the store has no pending request. */
async function rest(store: DrawingStore): Promise<string> {
  return new Promise((resolve) => {
    let stop = () => {}
    stop = store.saving.subscribe((saving) => {
      if (saving.name === 'saving' || saving.name === 'loading') return
      queueMicrotask(() => stop())
      resolve(saving.name === 'failed' ? saving.trouble : saving.name)
    })
  })
}

test('drawings from the server are shown, new ones are saved', async () => {
  const [old, fresh] = [line(1), line(2)]
  const { keeper, state } = createKeeper([old])
  const store = open(keeper)
  expect(store.saving.value).toEqual({ name: 'loading' })
  expect(await rest(store)).toBe('saved')
  expect(store.drawings.value).toEqual([old])
  store.put(fresh)
  expect(store.drawings.value).toEqual([old, fresh])
  expect(await rest(store)).toBe('saved')
  store.remove(old.id)
  expect(await rest(store)).toBe('saved')
  expect([...state.kept.values()]).toEqual([fresh])
})

test('changes made during a request are coalesced into the last one', async () => {
  const { keeper, state, asked } = createKeeper()
  const store = open(keeper)
  await rest(store)
  const id = crypto.randomUUID()
  for (const price of [1, 2, 3, 4]) store.put(line(price, id))
  await rest(store)
  expect(asked).toEqual(['put 1', 'put 4'])
  expect(state.kept.get(id)?.points[1][1]).toBe(4)
})

test('undo and redo are saved too', async () => {
  const { keeper, state } = createKeeper()
  const store = open(keeper)
  await rest(store)
  const drawing = line(1)
  store.put(drawing)
  store.remove(drawing.id)
  expect(store.steps.value).toEqual({ back: 2, forth: 0 })
  store.undo()
  expect(store.drawings.value).toEqual([drawing])
  await rest(store)
  expect([...state.kept.keys()]).toEqual([drawing.id])
  store.undo()
  store.undo()
  store.redo()
  expect(store.steps.value).toEqual({ back: 1, forth: 1 })
  await rest(store)
  expect([...state.kept.keys()]).toEqual([drawing.id])
})

test('remove, undo and remove again during a request ends as removed', async () => {
  const old = line(1)
  const { keeper, state } = createKeeper([old])
  const store = open(keeper)
  await rest(store)
  store.remove(old.id)
  store.undo()
  store.remove(old.id)
  store.undo()
  store.redo()
  await rest(store)
  expect(state.kept.size).toBe(0)
})

test('changes wait while the server is unreachable, even across a reload, and are sent later', async () => {
  const old = line(1)
  const { keeper, state } = createKeeper([old])
  const [locals, clock] = [createLocals(), createClock()]
  const store = open(keeper, locals, clock)
  await rest(store)
  state.trouble = 'unreachable'
  const fresh = line(2)
  store.put(fresh)
  store.remove(old.id)
  expect(await rest(store)).toBe('unreachable')
  expect(clock.waits()).toBe(2000)
  clock.ring()
  await rest(store)
  expect(clock.waits()).toBe(5000)

  const later = createClock()
  const reloaded = open(keeper, locals, later)
  expect(await rest(reloaded)).toBe('unreachable')
  expect(reloaded.drawings.value).toEqual([fresh])
  state.trouble = undefined
  later.ring()
  expect(await rest(reloaded)).toBe('saved')
  expect(reloaded.drawings.value).toEqual([fresh])
  expect([...state.kept.values()]).toEqual([fresh])
  expect(locals.values.size).toBe(0)
})

test('a refused drawing stays, reports the reason and does not block others', async () => {
  const old = line(1)
  const { keeper, state } = createKeeper([old])
  const full: DrawingKeeper = {
    ...keeper,
    put: async (...drawing) => (state.kept.size > 0 ? 'full' : keeper.put(...drawing)),
  }
  const clock = createClock()
  const store = open(full, createLocals(), clock)
  await rest(store)
  const fresh = line(2)
  store.put(fresh)
  expect(await rest(store)).toBe('full')
  expect(clock.waits()).toBeUndefined()
  expect(store.drawings.value).toEqual([old, fresh])
  store.remove(old.id)
  await rest(store)
  store.retry()
  expect(await rest(store)).toBe('saved')
  expect([...state.kept.values()]).toEqual([fresh])
})

test('a lost session is reported and retried on demand', async () => {
  const { keeper, state } = createKeeper()
  state.trouble = 'signed-out'
  const store = open(keeper)
  expect(await rest(store)).toBe('signed-out')
  state.trouble = undefined
  store.retry()
  expect(await rest(store)).toBe('saved')
})

test('unreadable stored changes are ignored', async () => {
  const { keeper } = createKeeper()
  for (const text of ['{', '7', '[{"id":5},null,{"kind":"line"}]']) {
    const locals = createLocals()
    locals.values.set('kurs-drawings:me:BTCUSDT', text)
    const store = open(keeper, locals)
    expect(await rest(store)).toBe('saved')
    expect(store.drawings.value).toEqual([])
  }
})
