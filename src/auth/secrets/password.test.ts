import { expect, test } from 'bun:test'
import { cheapPasswords } from '../../../tests/password-cost.ts'
import { createPasswords } from './password.ts'

const password = 'корабль лампа 7'

async function hashedBy(passwords = createPasswords()): Promise<string> {
  const made = await passwords.hash(password)
  if (made.status !== 'hashed') throw new Error(made.status)
  return made.hash
}

test('passwords are hashed at the cost that OWASP recommends', async () => {
  expect(await hashedBy()).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
})

test('a hash of another cost is valid, and marked as old', async () => {
  const cheap = createPasswords(cheapPasswords)
  const hash = await hashedBy(cheap)
  expect(await cheap.check(password, hash)).toEqual({ status: 'right', isOld: false })
  expect(await createPasswords().check(password, hash)).toEqual({ status: 'right', isOld: true })
  expect(await createPasswords().check('another', hash)).toEqual({ status: 'wrong' })
})
