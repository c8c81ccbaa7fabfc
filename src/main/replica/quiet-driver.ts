/*
 * Imported by programs before, and not beside, what loads the database driver: packages are loaded first. Its native library reads `RUST_LOG` once, as it is loaded, and without it writes
 * colored lines to standard output while a replica cannot reach its server: among the log's lines of JSON.
 */

/** By system and C library; the first that there is */
const libraries = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1', 'libSystem.B.dylib']

if (process.env.RUST_LOG === undefined && /^(libsql|https?):/.test(process.env.APP_DB_URL ?? '')) {
  process.env.RUST_LOG = 'off'
  if (process.versions.bun) silence('RUST_LOG')
}

/** Bun keeps changes of `process.env` to itself; Node makes them for native libraries too. */
function silence(variable: string): void {
  const { dlopen } = process.getBuiltinModule('bun:ffi') as typeof import('bun:ffi')
  const [name, value] = [Buffer.from(`${variable}\0`), Buffer.from('off\0')]
  for (const library of libraries) {
    try {
      const { symbols } = dlopen(library, { setenv: { args: ['cstring', 'cstring', 'i32'], returns: 'i32' } })
      symbols.setenv(name, value, 0)
      return
    } catch {
      // Another system has it under another name.
    }
  }
}

export {}
