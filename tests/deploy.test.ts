import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { programOf } from './programs.ts'
import { thrift } from './thrift.ts'

setDefaultTimeout(60_000)

const root = join(import.meta.dir, '..')
const unit = await Bun.file(join(root, 'deploy/kurs.service')).text()
const folder = await mkdtemp(join(tmpdir(), 'kurs-unit-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns all values of a setting in the systemd unit; replaces `%S` with the system's state folder. */
const settings = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value.replace('%S', '/var/lib'))

/** Reads the pages for operators, the example of environment variables and the unit itself, by name */
const glob = new Bun.Glob('content/{ru,en}/docs/5.operations/*.md')
const names = [...(await Array.fromAsync(glob.scan(root))), '.env.example', 'deploy/kurs.service'].sort()
const texts = await Promise.all(names.map(async (name) => ({ name, text: await Bun.file(join(root, name)).text() })))

function found(pattern: RegExp): { name: string; value: string }[] {
  return texts.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([, value = '']) => ({ name, value })))
}

test('the pages create, use and grant ownership to the user of the unit', () => {
  const [user = '', ...others] = [...settings('User'), ...settings('Group')]
  expect(others).toEqual([user])
  const users = found(/(?:sudo -u |install -d -o |\B-g |\bUser=|\bnologin )([a-z][\w-]*)(?=\s)/g)
  expect(users.filter(({ value }) => value !== user)).toEqual([])
  for (const page of ['1.install.md', '8.backups.md'])
    for (const locale of ['ru', 'en'])
      expect(users.map(({ name }) => name)).toContain(`content/${locale}/docs/5.operations/${page}`)
  // The unit has no dynamic user: such a user does not exist while the service is stopped, and the user's folders are
  // elsewhere.
  expect(unit).not.toMatch(/^DynamicUser=/m)
  expect(found(/(DynamicUser=)/g)).toEqual([])
})

test('the unit may write wherever the pages keep data and backups', () => {
  const [state] = settings('StateDirectory')
  expect(settings('Environment')).toContain(`DATA_DIR=/var/lib/${state}`)
  const writable = [`/var/lib/${state}`, ...settings('ReadWritePaths').map((path) => path.replace(/^-/, ''))]
  const paths = found(/(\/var\/(?:lib\/kurs|backups)[\w/.-]*)/g).map(({ name, value }) => ({
    name,
    value: value.replace(/\.$/, ''),
  }))
  expect(new Set(paths.map(({ value }) => value))).toContain('/var/backups/kurs')
  const isInside = (path: string) => writable.some((place) => path === place || path.startsWith(`${place}/`))
  expect(paths.filter(({ value }) => !isInside(value))).toEqual([])
})

test('the unit restarts the service when another machine is unavailable', async () => {
  const prevented = settings('RestartPreventExitStatus').join(' ').split(' ').map(Number)
  expect(prevented).toEqual([2, 3])
  const url = `127.0.0.1:${await freePort()}`
  const { PATH = '', HOME = '' } = process.env
  const start = (more: Record<string, string>) => {
    const env = { PATH, HOME, ...thrift, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PORT: '0', ...more }
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, programOf('src/main.ts'), 'serve'], { env })
    return { exitCode, said: stderr.toString() }
  }
  const away = [
    start({ ROLES: 'feed', REDIS_URL: `redis://${url}` }),
    start({ ROLES: 'bots', APP_DB_URL: `http://${url}` }),
    start({ ROLES: 'bots', MARKET_DB_URL: `http://${url}` }),
  ]
  expect(away.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1])
  expect(away.filter(({ said }) => !said.includes(url))).toEqual([])
})

test('the binary and the settings are where the pages put them', () => {
  const [start = ''] = settings('ExecStart')
  const binary = start.split(' ')[0] ?? ''
  const isOwn = (path: string) => path === binary || path === `${binary}-previous`
  const binaries = found(/(\/usr\/local\/bin\/[\w-]+)/g)
  expect(binaries.length).toBeGreaterThan(10)
  expect(binaries.filter(({ value }) => !isOwn(value))).toEqual([])
  const [env = ''] = settings('EnvironmentFile').map((path) => path.replace(/^-/, ''))
  expect(found(/(\/etc\/kurs[\w.]*)/g).filter(({ value }) => value.replace(/\.$/, '') !== env)).toEqual([])
  const asUser = found(/sudo -u [^\n]*?env (?:[A-Z_]+=\S* )*([^\s`]+)/g)
  expect(asUser.filter(({ value }) => value !== binary)).toEqual([])
})

test.skipIf(!Bun.which('systemd-analyze'))(
  'systemd accepts the unit file and reports a low exposure to attacks',
  async () => {
    const file = join(folder, 'kurs.service')
    await Bun.write(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const analyze = (...words: string[]) => Bun.spawnSync(['systemd-analyze', ...words, file], { cwd: folder })
    const verified = analyze('verify')
    expect([verified.exitCode, verified.stderr.toString()]).toEqual([0, ''])
    const { exitCode, stdout } = analyze('security', '--offline=yes', '--no-pager', '--threshold=25')
    expect([exitCode, stdout.toString().match(/Overall exposure.*/)?.[0]]).toEqual([0, expect.any(String)])
  },
)
