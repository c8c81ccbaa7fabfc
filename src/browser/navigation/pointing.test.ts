import { expect, test } from 'bun:test'
import { createPointedPage } from './personal.ts'

function open() {
  const asked: string[] = []
  let time = 0
  const fetchPage = async (address: string) => {
    asked.push(address)
    return { address, html: `${address} ${asked.length}`, tag: null }
  }
  const pointed = createPointedPage(fetchPage, () => time)
  const htmlOf = async (address: string) => (await pointed.take(address))?.html
  return { ...pointed, asked, htmlOf, pass: (ms: number) => (time += ms) }
}

test('a page that is pointed at can be used for one press', async () => {
  const { point, asked, htmlOf } = open()
  point('/a')
  point('/a')
  expect(await htmlOf('/a')).toBe('/a 1')
  expect(await htmlOf('/a')).toBeUndefined()
  expect(asked).toEqual(['/a'])
})

test('it is at most a second old, only the last one, and forgotten after a submission', async () => {
  const { point, htmlOf, forget, pass } = open()
  point('/a')
  await Promise.resolve()
  await Promise.resolve()
  pass(1000)
  expect(await htmlOf('/a')).toBeUndefined()
  point('/a')
  point('/b')
  expect(await htmlOf('/a')).toBeUndefined()
  point('/b')
  forget()
  expect(await htmlOf('/b')).toBeUndefined()
})
