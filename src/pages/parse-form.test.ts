import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '../http/env.ts'
import { AppError } from '../http/errors.ts'
import { readLocale } from '../http/locale.ts'
import { manyField, parseForm, requireForm, says, textField } from './parse-form.ts'

const schema = z.object({
  login: textField.refine(Boolean, says('auth.required')),
  password: textField.refine((text) => text.length > 3, says('auth.faultShort')),
  step: z.enum(['one', 'two']),
  tick: manyField,
})

const app = new Hono<AppEnv>()
  .use(readLocale)
  .post('/en/parsed', async (c) => c.json(await parseForm(c, schema)))
  .post('/en/required', async (c) => c.json(await requireForm(c, schema)))
  .onError((error, c) => c.text(error.message, error instanceof AppError ? error.status : 500))

async function send(path: string, fields: [string, string][]) {
  const response = await app.request(path, { method: 'POST', body: new URLSearchParams(fields) })
  const text = await response.text()
  return { status: response.status, body: response.ok ? JSON.parse(text) : text }
}

test('a valid form returns its fields, repeated ones as lists', async () => {
  const fields = { login: 'anna', password: 'long', step: 'one' }
  const sent = [...Object.entries(fields), ['tick', 'a'], ['tick', 'b']] satisfies [string, string][]
  expect((await send('/en/parsed', sent)).body).toEqual({ status: 'parsed', fields: { ...fields, tick: ['a', 'b'] } })
  expect((await send('/en/required', sent)).body).toEqual({ ...fields, tick: ['a', 'b'] })
})

test('user errors are reported per field, and the form is redisplayed without the password', async () => {
  const { body } = await send('/en/parsed', [
    ['login', ''],
    ['password', 'x'],
    ['step', 'two'],
  ])
  expect(body.status).toBe('faulty')
  expect(body.form.values).toEqual({ login: '', step: 'two' })
  expect(body.form.errors).toEqual({
    login: 'Fill in this field.',
    password: expect.stringMatching(/^[A-Z].+\.$/),
  })
})

test('a form that no page of ours sends is a 400 that names the fields', async () => {
  const sent: [string, string][] = [
    ['login', ''],
    ['step', 'three'],
  ]
  expect(await send('/en/parsed', sent)).toMatchObject({ status: 400, body: expect.stringContaining('step') })
  expect(await send('/en/required', sent)).toMatchObject({ status: 400, body: expect.stringContaining('step') })
})

test('texts are cut to a maximum length, and a file counts as empty', async () => {
  const data = new FormData()
  data.set('login', 'x'.repeat(5000))
  data.set('password', new File(['secret'], 'x'))
  data.set('step', 'one')
  const response = await app.request('/en/parsed', { method: 'POST', body: data })
  expect(await response.json()).toMatchObject({ status: 'faulty', form: { values: { login: 'x'.repeat(4000) } } })
})
