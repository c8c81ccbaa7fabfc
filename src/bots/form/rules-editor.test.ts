import { expect, test } from 'bun:test'
import { completionAt } from './rules-editor.browser.ts'

test('the text before the caret decides which words fit', () => {
  const at = (line: string) => {
    const { place, typed, of } = completionAt(line)
    return [place, typed, ...(of ? [of] : [])]
  }
  expect(at('')).toEqual(['statement', ''])
  expect(at('  ent')).toEqual(['statement', 'ent'])
  expect(at('trailing st')).toEqual(['statement', 'trailing st'])
  expect(at('enter when R')).toEqual(['value', 'R'])
  expect(at('enter when RSI(')).toEqual(['numbers', '', 'RSI'])
  expect(at('enter when SMA(9, RS')).toEqual(['source', 'RS', 'SMA'])
  expect(at('enter when abs(cl')).toEqual(['value', 'cl'])
  expect(at('enter when RSI(14) cr')).toEqual(['after', 'cr'])
  expect(at('enter when RSI(14) < c')).toEqual(['value', 'c'])
  expect(at('enter when close crosses above E')).toEqual(['value', 'E'])
  expect(at('exit when close > 1 a')).toEqual(['after', 'a'])
  expect(at('stop A')).toEqual(['value', 'A'])
  expect(at('enter # whe')).toEqual(['after', ''])
})
