import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { driverOf, nativeDriver, ownTarget, type Target, targets } from './native-driver.ts'
import { root } from './parts.ts'

setDefaultTimeout(60_000)

const folder = await mkdtemp(join(tmpdir(), 'kurs-drivers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const names: Record<Target, string> = {
  'linux-x64': '@libsql/linux-x64-gnu',
  'linux-x64-musl': '@libsql/linux-x64-musl',
  'linux-arm64': '@libsql/linux-arm64-gnu',
  'linux-arm64-musl': '@libsql/linux-arm64-musl',
}
const bytesOf = (name: string) => `These are the bytes of ${name}`
const putDriver = (at: string, name: string) => Bun.write(join(at, 'node_modules', name, 'index.node'), bytesOf(name))

/** Creates a project of this release with the given drivers. */
async function project(name: string, drivers: string[]): Promise<string> {
  const at = join(folder, name)
  await Bun.write(join(at, 'node_modules/libsql/package.json'), JSON.stringify({ version: '1.2.3' }))
  for (const driver of drivers) await putDriver(at, driver)
  return at
}

/** Builds a program that opens databases with a driver. Returns its code and the native files beside it. */
async function built(driver: Awaited<ReturnType<typeof nativeDriver>>) {
  const outdir = await mkdtemp(join(folder, 'built-'))
  const entry = join(outdir, 'entry.ts')
  const module = (name: string) => JSON.stringify(join(root, 'node_modules/libsql', name))
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: `import ${module('index.js')}\nimport ${module('promise.js')}\n` },
    outdir: join(outdir, 'out'),
    target: 'bun',
    minify: { syntax: true },
    plugins: [driver.plugin],
  })
  const texts = await Promise.all(outputs.map(async (file) => ({ path: file.path, text: await file.text() })))
  const isNative = ({ path }: { path: string }) => path.endsWith('.node')
  return { code: texts.find((file) => !isNative(file))?.text ?? '', carried: texts.filter(isNative) }
}

test.each([...targets])('a binary for %s contains only the driver of its target', async (target) => {
  const everything = await project('everything', Object.values(names))
  const driver = await nativeDriver(target, { project: everything })
  const { code, carried } = await built(driver)
  expect(carried.map(({ text }) => text)).toEqual([bytesOf(names[target])])
  // The digest is part of the name of the loaded copy, so a driver for another target is never loaded by mistake.
  expect(code).toContain(new Bun.CryptoHasher('sha256').update(bytesOf(names[target])).digest('hex').slice(0, 32))
  // The built program does not search for a driver at run time.
  expect(code.match(/require\(\W*@libsql[^)]*/g)).toBeNull()
  await driver.remove()
  expect(existsSync(join(everything, 'node_modules', names[target]))).toBe(true)
})

test.each([
  ['linux-x64', 'x64'],
  ['linux-x64-musl', 'x64'],
  ['linux-arm64', 'arm64'],
  ['linux-arm64-musl', 'arm64'],
] as const)('a missing driver for %s is fetched for %s in the version of the project', async (target, wanted) => {
  const asked: unknown[] = []
  let fetchedTo = ''
  const driver = await nativeDriver(target, {
    project: await project('nothing', []),
    install: async (at, cpu) => {
      fetchedTo = at
      asked.push([cpu, await Bun.file(join(at, 'package.json')).json()])
      // Installs drivers as npm does: all drivers of one processor, for both C libraries.
      for (const name of Object.values(names)) if (name.includes(cpu)) await putDriver(at, name)
      return true
    },
  })
  expect(asked).toEqual([[wanted, { dependencies: { libsql: '1.2.3' } }]])
  expect((await built(driver)).carried.map(({ text }) => text)).toEqual([bytesOf(names[target])])
  await driver.remove()
  expect(existsSync(fetchedTo)).toBe(false)
})

test('a driver that cannot be fetched fails the build and leaves no files', async () => {
  let fetchedTo = ''
  for (const install of [async () => false, async () => true]) {
    const building = nativeDriver('linux-arm64-musl', {
      project: await project('nothing', []),
      install: (at) => {
        fetchedTo = at
        return install()
      },
    })
    await expect(building).rejects.toThrow('@libsql/linux-arm64-musl could not be fetched')
    expect(existsSync(fetchedTo)).toBe(false)
  }
})

test('the lockfile has a driver for each target, with its system and processor', async () => {
  const locked = await Bun.file(join(root, 'bun.lock')).text()
  const { version } = await Bun.file(join(root, 'node_modules/libsql/package.json')).json()
  for (const target of targets) {
    const name = `@libsql/${driverOf(target)}`
    const cpu = target.includes('arm64') ? 'arm64' : 'x64'
    expect([target, name]).toEqual([target, names[target]])
    expect(locked).toContain(`"${name}": ["${name}@${version}", "", { "os": "linux", "cpu": "${cpu}" }`)
  }
})

/* Values of `e_machine`, see https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html */
const machines = { x64: 62, arm64: 183 }

test.skipIf(!ownTarget())('installed drivers are for the processor in their names', async () => {
  const files = await Array.fromAsync(
    new Bun.Glob('node_modules/@libsql/linux-{x64,arm64}-*/index.node').scan({ cwd: root }),
  )
  expect(files.map((file) => basename(dirname(file)))).toContain(driverOf(ownTarget() ?? 'linux-x64'))
  for (const file of files) {
    const head = Buffer.from(await Bun.file(join(root, file)).slice(0, 20).arrayBuffer())
    expect([file, head.readUInt16LE(18)]).toEqual([file, file.includes('-arm64-') ? machines.arm64 : machines.x64])
  }
})

test('a binary contains no other native package', async () => {
  const importers = new Set<string>()
  for await (const file of new Bun.Glob('src/**/*.{ts,tsx}').scan({ cwd: root })) {
    const text = await Bun.file(join(root, file)).text()
    if (/(from|import\()\s*'@node-rs\/argon2'/.test(text)) importers.add(file)
  }
  expect([...importers]).toEqual(['src/main/node/runtime.ts'])
  const compile = await Bun.file(join(root, 'src/main/compile.ts')).text()
  expect(compile).toContain("external: ['sharp']")
})

test('an unknown target is rejected with a list of the known ones', async () => {
  const child = Bun.spawn([process.execPath, 'src/main/compile.ts', '--target', 'linux-riscv64'], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, built] = await Promise.all([new Response(child.stderr).text(), new Response(child.stdout).text()])
  expect([await child.exited, built]).toEqual([2, ''])
  for (const target of [...targets, 'all']) expect(said).toContain(` ${target}`)
})
