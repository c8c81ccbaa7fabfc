import { afterEach, expect, spyOn, test } from 'bun:test'
import { defaultSwatches, readHistory, rememberColor } from './history.browser.ts'

const logged = spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  logged.mockClear()
})

function storageOf(kept: string | null) {
  return {
    kept,
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      kept = text
    },
  }
}

test('the default swatches are the nine of the specification', () => {
  const wanted = '#FFB243 #FFE623 #6EFF2A #1BC7B1 #00BEFF #2E81FF #BF3DCE #8E00A7 #00000000'
  expect(defaultSwatches.join(' ')).toBe(wanted)
})

test('recent colors are unique, newest first, at most nine', () => {
  const storage = storageOf(null)
  expect(readHistory(storage)).toEqual([])
  for (let n = 0; n < 12; n++) rememberColor(`#0000${n + 10}`, storage)
  rememberColor('#000015', storage)
  const wanted = [15, 21, 20, 19, 18, 17, 16, 14, 13].map((n) => `#0000${n}`)
  expect(readHistory(storage)).toEqual(wanted)
  rememberColor('#ffb243', storage)
  expect(readHistory(storage)).toEqual(wanted)
  expect(logged).not.toHaveBeenCalled()
})

test.each(['{', 'null', '{"0":"#fff"}', '"#fff"'])(
  '%s is logged and ignored, and replaced by the next color',
  (text) => {
    const storage = storageOf(text)
    expect(readHistory(storage)).toEqual([])
    expect(logged).toHaveBeenCalledTimes(1)
    rememberColor('#123456', storage)
    expect(readHistory(storage)).toEqual(['#123456'])
  },
)

test('only the colors in a list are shown, each once', () => {
  const storage = storageOf('["#fff", 7, null, "javascript:", "rgba(1,2,3,.5)", "#FFFFFF"]')
  expect(readHistory(storage)).toEqual(['#ffffff', '#01020380'])
})

test('nothing breaks if storage refuses to read and write', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  rememberColor('#123456', { getItem: () => null, setItem: refuse })
  expect(readHistory({ getItem: refuse })).toEqual([])
  expect(logged).toHaveBeenCalledTimes(1)
})

test('nothing breaks if even naming localStorage throws', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const get = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
  try {
    rememberColor('#123456')
    expect(readHistory()).toEqual([])
  } finally {
    if (own) Object.defineProperty(globalThis, 'localStorage', own)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
})
