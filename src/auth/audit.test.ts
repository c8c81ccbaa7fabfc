import { expect, test } from 'bun:test'
import { type AuditEntry, auditLine } from './audit.ts'

/* Tests which audit entries are counted together: those of acts that users can repeat without an administrator. */

const anna = { id: 'a', login: 'anna' }
const boris = { id: 'b', login: 'boris' }
const at = Date.UTC(2026, 10, 22, 9, 30)

const keyOf = (entry: AuditEntry, now = at, address = '10.0.0.1') =>
  auditLine({ address, requestId: 'r' }, now, entry).repeatKey

const own = { act: 'session.sign-in', actor: anna, subject: anna } as const
const refused = { act: 'session.sign-in', isSuccess: false, subject: anna, after: { why: 'code' } } as const

test("acts on one's own account get a repeat key; acts that change something else do not", () => {
  expect(keyOf(own)).not.toBeNull()
  expect(keyOf({ ...own, before: { name: 'A' } })).toBeNull()
  expect(keyOf({ ...own, after: { name: 'A' } })).toBeNull()
  expect(keyOf({ ...own, subject: boris })).toBeNull()
  expect(keyOf({ act: 'user.create', after: { role: 'user' } })).toBeNull()
  // Acts of the system have no actor, so their repeats are not counted together.
  expect(keyOf({ act: 'user.password' })).toBeNull()
  expect(keyOf({ act: 'user.password', subject: anna })).toBeNull()
})

test('every refusal gets a repeat key', () => {
  for (const entry of [
    refused,
    { ...refused, actor: boris, before: 1 },
    { act: 'session.fresh', isSuccess: false },
  ] as const) {
    expect(keyOf(entry)).not.toBeNull()
  }
})

test('a repeat key covers one minute, network, person, outcome and reason', () => {
  expect(keyOf(refused, at + 59_999)).toBe(keyOf(refused))
  const others = [
    keyOf(refused, at + 60_000),
    keyOf(refused, at - 1),
    keyOf(refused, at, '10.0.0.2'),
    keyOf({ ...refused, subject: boris }),
    keyOf({ ...refused, actor: boris }),
    keyOf({ ...refused, after: { why: 'password' } }),
    keyOf({ ...own, isSuccess: false }),
    keyOf(own),
  ]
  expect(new Set([...others, keyOf(refused)]).size).toBe(others.length + 1)
})

test('one person has sixteen keys per minute, from any number of networks', () => {
  const from = (network: number) => keyOf(refused, at, `2001:db8:0:${network.toString(16)}::1`)
  expect(new Set(Array.from({ length: 2000 }, (_, network) => from(network))).size).toBe(16)
})

test('refused access is counted per person, whatever the path or network', () => {
  const visit = { act: 'access.refused', isSuccess: false, actor: anna } as const
  expect(keyOf({ ...visit, after: { path: '/x' } }, at, '10.0.0.2')).toBe(keyOf({ ...visit, after: { path: '/y' } }))
  expect(keyOf({ ...visit, actor: boris })).not.toBe(keyOf(visit))
})

test('texts are cut to 200 characters, never inside a surrogate pair', () => {
  const line = (login: string) =>
    auditLine({ address: '', requestId: '' }, at, { ...own, actor: { id: 'a', login } }).actorLogin
  expect(line('x'.repeat(200))).toBe('x'.repeat(200))
  expect(line('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(line(`${'x'.repeat(198)}🐟🐟`)).toBe(`${'x'.repeat(198)}…`)
  const { before, after } = auditLine({ address: '', requestId: '' }, at, {
    ...own,
    after: { deep: ['y'.repeat(300), 7] },
  })
  expect([before, after]).toEqual([null, JSON.stringify({ deep: [`${'y'.repeat(199)}…`, 7] })])
})
