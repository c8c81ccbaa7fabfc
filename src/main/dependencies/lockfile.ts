import { z } from 'zod'

const wishes = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
/** Name with version, registry, dependencies, and the digest of its archive */
const lockedPackage = z.tuple([z.string(), z.string(), wishes, z.string()])
const lockfile = z.object({ workspaces: z.object({ '': wishes }), packages: z.record(z.string(), lockedPackage) })

export interface LockedPackage {
  name: string
  version: string
  /** SHA-512 of its archive, in hexadecimal */
  sha512: string
  /** Places of its dependencies */
  dependencyPlaces: string[]
}

export interface Lockfile {
  /** Keyed by place: `ajv`, or `oazapfts/typescript` for a version that only one package uses */
  packages: Map<string, LockedPackage>
  /** Names of the direct dependencies of the product, at run time and for development */
  direct: { toRun: string[]; toDevelop: string[] }
}

/** @param text  `bun.lock`: JSON with trailing commas. @throws when the format is unknown */
export function readLockfile(text: string): Lockfile {
  const { workspaces, packages } = lockfile.parse(JSON.parse(text.replace(/,(?=\s*[}\]])/g, '')))
  const placeOf = (from: string, name: string) => placesFrom(from, name).find((place) => place in packages)
  const found = Object.entries(packages).map(([place, [full, , own, integrity]]): [string, LockedPackage] => {
    const at = full.lastIndexOf('@')
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
    const needed = Object.keys(own.dependencies).map((name) => placeOf(place, name) ?? missing(place, name))
    // Optional dependencies for unsupported systems are missing in the lockfile.
    const dependencyPlaces = [
      ...needed,
      ...Object.keys(own.optionalDependencies).flatMap((name) => placeOf(place, name) ?? []),
    ]
    return [place, { name: full.slice(0, at), version: full.slice(at + 1), sha512, dependencyPlaces }]
  })
  const own = workspaces['']
  return {
    packages: new Map(found),
    direct: { toRun: Object.keys(own.dependencies), toDevelop: Object.keys(own.devDependencies) },
  }
}

/** Places where a package looks for a dependency: below itself, then below each package that contains it. */
function placesFrom(from: string, name: string): string[] {
  const parts = from.match(/(?:@[^/]+\/)?[^/]+/g) ?? []
  return parts.map((_, at) => [...parts.slice(0, parts.length - at), name].join('/')).concat(name)
}

function missing(from: string, name: string): never {
  throw new Error(`bun.lock has no ${name} for ${from}`)
}

/** Places of all transitive dependencies, including the given places. */
export function reachedFrom({ packages }: Lockfile, places: readonly string[]): Set<string> {
  const reached = new Set(places)
  for (const place of reached) for (const next of packages.get(place)?.dependencyPlaces ?? []) reached.add(next)
  return reached
}
