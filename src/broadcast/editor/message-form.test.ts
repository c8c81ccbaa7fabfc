import { expect, test } from 'bun:test'
import { carryButton, changeForm } from './change-form.ts'
import { emptyContent, readMessageFields } from './read-message.ts'

const url = (label: string) => ({ text: { ru: label }, url: `https://kurs.example/${label}` })
const labels = (rows: { text: { ru?: string | undefined } }[][]) => rows.map((row) => row.map(({ text }) => text.ru))

test('a form is read as filled in, with rows in the order of their numbers', () => {
  const form = {
    'text.ru': 'Привет,\r\n<b>{name}</b>',
    'text.en': '  ',
    'media.0.kind': 'video',
    'media.0.file': ' file-1 ',
    'media.0.name': 'film.mp4',
    'media.1.kind': 'nonsense',
    'media.1.file': 'https://kurs.example/a.jpg',
    hasLinkPreview: 'on',
    isProtected: 'on',
    'row.0': '',
    'button.0.0.ru': 'Да',
    'button.0.0.action': 'callback',
    'button.0.0.value': 'Спасибо',
    'button.0.1.en': 'App',
    'button.0.1.action': 'webApp',
    'button.0.1.value': 'https://kurs.example/app',
    'row.1': '',
    'row.2': '',
    'button.2.0.action': 'copyText',
    'button.2.0.value': ['lost', 'KURS'],
  }
  const { content, isChange, problems } = readMessageFields(form)
  expect(content).toEqual({
    text: { ru: 'Привет,\n<b>{name}</b>' },
    media: [
      { kind: 'video', file: 'file-1', name: 'film.mp4' },
      { kind: 'photo', file: 'https://kurs.example/a.jpg' },
    ],
    buttons: [
      [
        { text: { ru: 'Да' }, callback: 'Спасибо' },
        { text: { en: 'App' }, webApp: 'https://kurs.example/app' },
      ],
      [],
      [{ text: {}, copyText: 'KURS' }],
    ],
    hasLinkPreview: true,
    isSilent: false,
    isProtected: true,
  })
  expect(isChange).toBe(false)
  expect(problems.map(({ field }) => field)).toEqual(['text.en', 'buttons.2.0.text'])
})

test('a button that only changes the form changes it without reporting problems', () => {
  const template = { id: 't1', name: 'T', rows: [[url('a')], [url('b')]] }
  const read = (change: string) => readMessageFields({ change, template: 't1', 'media.0.file': 'x' }, [template])
  expect(read('media.add').content.media).toEqual([
    { kind: 'photo', file: 'x' },
    { kind: 'photo', file: '' },
  ])
  expect(read('media.remove-0').content.media).toEqual([])
  expect(labels(read('template').content.buttons)).toEqual([['a'], ['b']])
  expect(read('row.add')).toMatchObject({ isChange: true, problems: [], content: { buttons: [[{ url: '' }]] } })
  expect(read('nonsense-9').content).toEqual(read('media.up-0').content)
})

test('buttons move within and between rows, and from the edge into a new row', () => {
  const content = { ...emptyContent, buttons: [[url('a'), url('b')], [url('c')]] }
  const after = (said: string) => labels(changeForm(content, said).buttons)
  expect(after('button.right-0-0')).toEqual([['b', 'a'], ['c']])
  expect(after('button.left-0-1')).toEqual([['b', 'a'], ['c']])
  expect(after('button.left-0-0')).toEqual([['a', 'b'], ['c']])
  expect(after('button.down-0-0')).toEqual([['b'], ['c', 'a']])
  expect(after('button.up-0-1')).toEqual([['b'], ['a'], ['c']])
  expect(after('button.up-1-0')).toEqual([['a', 'b', 'c']])
  expect(after('button.down-1-0')).toEqual([['a', 'b'], ['c']])
  expect(after('button.remove-1-0')).toEqual([['a', 'b']])
  expect(after('button.add-1')).toEqual([
    ['a', 'b'],
    ['c', undefined],
  ])
  expect(after('row.remove-0')).toEqual([['c']])
  expect(after('button.down-9-9')).toEqual([['a', 'b'], ['c']])
})

test('an oversized form is read, and each excess is reported', () => {
  const numbers = Array.from({ length: 300 }, (_, at) => at)
  const form = {
    'text.ru': 'я'.repeat(60_000),
    ...Object.fromEntries(numbers.map((at) => [`media.${at}.file`, 'x'.repeat(5000)])),
    ...Object.fromEntries(numbers.map((at) => [`button.0.${at}.action`, 'nonsense'])),
    ...Object.fromEntries(numbers.map((at) => [`row.${at}`, 'x'])),
    template: 't1',
  }
  const template = { id: 't1', name: 'T', rows: numbers.slice(0, 110).map(() => [url('a')]) }
  const fields = readMessageFields(form).problems.map(({ field }) => field)
  expect(fields).toEqual(expect.arrayContaining(['text.ru', 'media', 'buttons', 'buttons.0']))
  expect(readMessageFields({ ...form, change: 'template' }, [template]).content.buttons).toHaveLength(220)
})

test('a button is moved before another one by drag and drop', () => {
  const rows = [[url('a'), url('b')], [url('c')]]
  const carried = (from: [number, number], to: [number, number]) =>
    labels(carryButton(rows, { row: from[0], place: from[1] }, { row: to[0], place: to[1] }))
  expect(carried([1, 0], [0, 1])).toEqual([['a', 'c', 'b']])
  expect(carried([0, 1], [0, 0])).toEqual([['b', 'a'], ['c']])
  expect(carried([0, 0], [1, 0])).toEqual([['b'], ['a', 'c']])
  expect(carried([0, 0], [0, 0])).toEqual(labels(rows))
  expect(carried([5, 0], [0, 0])).toEqual(labels(rows))
})
