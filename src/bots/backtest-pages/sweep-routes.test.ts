import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openTrials, type Trials } from '../../../tests/trials.ts'
import { paths } from '../../paths.ts'

setDefaultTimeout(60_000)

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const sweep = {
  ...{ x: 'fast', 'x.from': '2', 'x.to': '6', 'x.step': '2', y: 'slow', 'y.from': '4', 'y.to': '12', 'y.step': '4' },
  by: 'profitShare',
}
const ask = (more: Record<string, string> = {}, prefix = '/en') =>
  trials.ask(paths.botSweep, { ...sweep, ...more }, prefix)

test('a sweep is a map with links to backtests, and compares the best with luck', async () => {
  const page = await (await ask()).text()
  expect(trials.missing(page, ['<progress class="late-step"', 'Columns: Fast average', '</html>'])).toEqual([])
  const cells = [...page.matchAll(/<button type="submit"[^>]* value="(fast[\w:,]+)"/g)].map(([, cell]) => cell)
  // The cells (4, 4) and (6, 4) are missing, because fast must be below slow.
  expect(cells.toSorted()).toEqual(
    [
      [2, 4],
      [2, 8],
      [2, 12],
      [4, 8],
      [4, 12],
      [6, 8],
      [6, 12],
    ]
      .map((cell) => `fast:${cell[0]},slow:${cell[1]}`)
      .toSorted(),
  )
  // The label of a cell alone identifies the cell for screen reader users.
  expect(page).toMatch(
    /value="fast:2,slow:12" title="Open backtest" aria-label="Fast average 2, Slow average 12: [^"]+"/,
  )
  expect(trials.missing(page, ['<dd>7</dd>', 'peak</b>', 'plateau</b>', 'Walk-forward'])).toEqual([])

  const again = await (await ask({}, '')).text()
  expect(again.includes('<progress')).toBe(false)
  expect(trials.missing(again, ['Столбцы — Быстрая средняя', 'пик</b>'])).toEqual([])

  const response = await trials.ask(paths.botTrial, { cell: cells[1] ?? '' })
  const address = new URL(response.headers.get('location') ?? '', 'https://kurs.test')
  const [, fast, slow] = /fast:(\d+),slow:(\d+)/.exec(cells[1] ?? '') ?? []
  expect([address.searchParams.get('params.fast'), address.searchParams.get('params.slow')]).toEqual([
    fast ?? '',
    slow ?? '',
  ])
})

test('cells drawn at random from many are shown as a list of the best', async () => {
  const many = { 'x.to': '100', 'x.step': '1', 'y.to': '200', 'y.step': '1', search: 'random', count: '5' }
  const page = await (await ask(many)).text()
  expect(trials.missing(page, ['Best cells: 5', '<dd>5</dd>'])).toEqual([])
})

test.each([
  [{ 'x.to': '1' }, 'The end is below the start.'],
  [{ 'x.step': '0' }, 'Enter a step above zero.'],
  [{ 'x.step': '0.00000001', search: 'random' }, 'A range can have up to 10,000 values. Use a larger step.'],
  [{ 'x.to': '9000' }, 'Outside the parameter’s range.'],
  [{ y: 'fast' }, 'This parameter is already being swept.'],
  [{ search: 'random', count: 'many' }, 'Enter a whole number from 1 to 1000.'],
  [{ 'x.from': 'few' }, 'number'],
  [
    { 'x.from': '1', 'x.to': '50', 'x.step': '1', 'y.from': '51', 'y.to': '101', 'y.step': '1' },
    'up to 2,500 cells. Use',
  ],
])('a wrong range shows its error beside the field: %j', async (wrong, text) => {
  const response = await ask(wrong)
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(text)
})

test('initial ranges are around the values of the previous backtest', async () => {
  const page = await (await trials.ask(paths.botSweep, { run: '', 'params.fast': '8', 'params.slow': '40' })).text()
  const shownIn = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
  expect(['x.from', 'x.to', 'x.step', 'y.from', 'y.to', 'y.step'].map(shownIn)).toEqual([
    '4',
    '12',
    '1',
    '20',
    '60',
    '6',
  ])
})

/** A sweep with enough cells to keep running during further requests */
const long = { 'x.from': '1', 'x.to': '30', 'x.step': '1', 'y.from': '31', 'y.to': '50', 'y.step': '1' }

test('a new sweep cancels the previous one, whose page says so and is complete', async () => {
  const first = (await ask(long)).text()
  expect(trials.missing(await (await ask({ 'x.to': '4' })).text(), ['peak</b>'])).toEqual([])
  const page = await first
  expect(trials.missing(page, ['Backtest canceled.', '</html>'])).toEqual([])
})

test('closing the page cancels its sweep, so a later request starts it again', async () => {
  const some = { ...long, 'x.to': '8' }
  const { body } = await ask(some)
  await body?.getReader().cancel()
  // A sweep of another user takes turns with the first one: if that still ran, it would be finished by now.
  const other = await trials.askElse(paths.botSweep, { ...sweep, ...some, by: 'profitFactor' })
  expect(trials.missing(await other.text(), ['</html>', 'value="fast:8,slow:50"'])).toEqual([])
  const again = await ask(some)
  const reader = again.body?.getReader()
  let page = ''
  const decoder = new TextDecoder()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    page += decoder.decode(read.value, { stream: true })
    if (page.includes('<progress')) break
  }
  await reader?.cancel()
  expect(page).toContain('<progress')
})
