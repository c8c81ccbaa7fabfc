import { expect, test } from 'bun:test'
import { createPasswords } from '../secrets/password.ts'
import { passwordFault } from './password-rules.ts'

const fault = (password: string, login = 'somebody') => passwordFault(password, login, (word) => word === 'sunshine')

test('a password has 8 to 256 characters of any kind', () => {
  expect([fault('zq4mzq4'), fault('🐟'.repeat(7))]).toEqual(['short', 'short'])
  expect([fault('zq4mzq4m'), fault('🐟'.repeat(8))]).toEqual([undefined, undefined])
  expect([fault('🐟'.repeat(256)), fault('z'.repeat(256))]).toEqual([undefined, undefined])
  expect([fault('🐟'.repeat(257)), fault('z'.repeat(257))]).toEqual(['long', 'long'])
})

test('the login plus fewer than four characters is rejected', () => {
  expect(['Somebody', 'somebody123', '1somebody23', 'some1body'].map((word) => fault(word))).toEqual([
    'login',
    'login',
    'login',
    undefined,
  ])
  expect([fault('somebody1234'), fault('anna lives here', 'anna'), fault('zq4mzq4m', '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('common passwords, and product words plus fewer than six characters, are rejected', () => {
  expect([fault('SUNSHINE'), fault('sunshine!')]).toEqual(['common', undefined])
  expect([fault('kurs12345'), fault('Курс12345'), fault('adminadmin'), fault('админkurs1')]).toEqual([
    'common',
    'common',
    'common',
    'common',
  ])
  expect([fault('kurs123456'), fault('123админ456')]).toEqual([undefined, undefined])
  expect([fault('kurs🐟🐟🐟🐟🐟'), fault('kurs🐟🐟🐟🐟🐟🐟')]).toEqual(['common', undefined])
})

test('a queue of 64 hashes refuses the next one, and accepts more once it is empty', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
  for (let times = 0; times < 2; times++) {
    const made = Array.from({ length: 65 }, () => passwords.hash('word'))
    expect(await passwords.check('word', '')).toEqual({ status: 'busy' })
    const statuses = (await Promise.all(made)).map(({ status }) => status)
    expect(statuses).toEqual([...Array.from({ length: 64 }, () => 'hashed' as const), 'busy'])
  }
})
