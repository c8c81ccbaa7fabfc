import { afterEach, expect, spyOn, test } from 'bun:test'
import { until } from '../../tests/until.ts'
import { readConfig } from '../config.ts'
import { createStartProgress } from './start-progress.ts'

let now = 1000
/** Escape sequence of a redraw: carriage return and clear line */
const fresh = '\r\x1b[2K'
const clock = spyOn(performance, 'now').mockImplementation(() => now)
afterEach(() => void clock.mockRestore())

test('the bar shows the completed share and the remaining time', async () => {
  const { site } = readConfig({})
  let drawn = ''
  const terminal = { isTTY: true, columns: 80, write: (text: string) => (drawn = text) }
  const starting = createStartProgress({ site, terminal, printAfterMs: 0 })
  await until(() => drawn !== '')
  expect(drawn).toBe(`${fresh}${'░'.repeat(40)} loading the program`)
  const draw = (name: string, done?: number, total?: number) => {
    now += 1000
    starting.step(name, done, total)
    return drawn
      .replace(fresh, '')
      .replace(/(.)\1*/gu, (run, sign) => ('█░'.includes(sign) ? `${sign}${[...run].length}` : run))
  }
  expect(draw('texts', 0, 8)).toBe('░40 texts 0/8')
  expect(draw('texts', 2, 8)).toBe('█10░30 texts 2/8  3 s left')
  expect(draw('texts', 4, 8)).toBe('█20░20 texts 4/8  2 s left')
  expect(draw('prices', 1, 1)).toBe('█40 prices  0 s left')
  expect(draw('opening')).toBe('░40 opening')
  starting.end()
  expect(drawn).toBe(fresh)
})
