import { closeSync, openSync, readSync } from 'node:fs'

/** Supported build targets, named as in their driver packages */
export const targets = ['linux-x64', 'linux-x64-musl', 'linux-arm64', 'linux-arm64-musl'] as const

export type Target = (typeof targets)[number]

export function isTarget(name: string): name is Target {
  return targets.some((target) => target === name)
}

/** Returns the target of this machine; undefined if the machine is not supported */
export function ownTarget(): Target | undefined {
  const name = `${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`
  return isTarget(name) ? name : undefined
}

/** Reads the first page of the executable, which names the loader of its C library. */
function isMusl(): boolean {
  const file = openSync(process.execPath, 'r')
  const head = Buffer.alloc(4096)
  readSync(file, head)
  closeSync(file)
  return head.includes('/ld-musl-')
}

/** Returns the driver's name for a target, such as `linux-x64-gnu` */
export function driverOf(target: Target): string {
  return target.endsWith('-musl') ? target : `${target}-gnu`
}
