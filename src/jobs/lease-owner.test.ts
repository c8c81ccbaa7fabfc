import { expect, test } from 'bun:test'
import { newLeaseOwner, ownerHasEnded } from './lease-owner.ts'

const isLinux = process.platform === 'linux'

test('names are unique, and a running process has not ended', () => {
  const [one, other] = [newLeaseOwner(), newLeaseOwner()]
  expect(one).not.toBe(other)
  expect([one, other].map(ownerHasEnded)).toEqual([false, false])
})

test.skipIf(!isLinux)(
  'an ended process is recognized by its name, even if its process id has been reused',
  async () => {
    const words = [
      process.execPath,
      '-e',
      `import('${import.meta.dir}/lease-owner.ts').then((it) => console.log(it.newLeaseOwner()))`,
    ]
    const child = Bun.spawn(words, { stdout: 'pipe' })
    const name = (await new Response(child.stdout).text()).trim()
    await child.exited
    expect(ownerHasEnded(name)).toBe(true)
    const [machine = '', pid, begun, id] = newLeaseOwner().split('-')
    expect(ownerHasEnded([machine, pid, Number(begun) - 1, id].join('-'))).toBe(true)
    const elsewhere = machine.replaceAll(/./g, (digit) => (digit === '0' ? '1' : '0'))
    expect(ownerHasEnded([elsewhere, 2 ** 22 + 1, begun, id].join('-'))).toBe(false)
  },
)

test.each(['', 'me', crypto.randomUUID(), '0-0-0-0'])('%j is not recognized as ended', (name) => {
  expect(ownerHasEnded(name)).toBe(false)
})
