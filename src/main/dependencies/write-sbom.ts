import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import project from '../../../package.json' with { type: 'json' }

const wishes = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
/** A package in the lockfile: name with version, registry, dependencies, and the digest of the archive */
const lockedPackage = z.tuple([z.string(), z.string(), wishes, z.string()])
const lockfile = z.object({ workspaces: z.object({ '': wishes }), packages: z.record(z.string(), lockedPackage) })

interface LockedPackage {
  name: string
  version: string
  /** SHA-512 of the package's archive, in hexadecimal */
  sha512: string
  /** Places of the package's dependencies */
  dependencyPlaces: string[]
}

interface Lockfile {
  /** Packages keyed by place: `ajv`, or `oazapfts/typescript` for a version that only one package uses */
  packages: Map<string, LockedPackage>
  /** Names of the direct dependencies of the product, at run time and for development */
  direct: { toRun: string[]; toDevelop: string[] }
}

/** Reads the lockfile. @param text  `bun.lock`: JSON with trailing commas. @throws when the format is unknown */
export function readLockfile(text: string): Lockfile {
  const { workspaces, packages } = lockfile.parse(JSON.parse(text.replace(/,(?=\s*[}\]])/g, '')))
  const placeOf = (from: string, name: string) => placesFrom(from, name).find((place) => place in packages)
  const found = Object.entries(packages).map(([place, [full, , own, integrity]]): [string, LockedPackage] => {
    const at = full.lastIndexOf('@')
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
    const needed = Object.keys(own.dependencies).map((name) => placeOf(place, name) ?? missing(place, name))
    // Skips missing dependencies: the lockfile lacks optional dependencies for unsupported systems.
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

/**
 * Returns the places where a package looks for a dependency: below itself, then below each package that contains it.
 */
function placesFrom(from: string, name: string): string[] {
  const parts = from.match(/(?:@[^/]+\/)?[^/]+/g) ?? []
  return parts.map((_, at) => [...parts.slice(0, parts.length - at), name].join('/')).concat(name)
}

function missing(from: string, name: string): never {
  throw new Error(`bun.lock has no ${name} for ${from}`)
}

/** Returns the places of all transitive dependencies, including the given places. */
function reachedFrom({ packages }: Lockfile, places: readonly string[]): Set<string> {
  const reached = new Set(places)
  for (const place of reached) for (const next of packages.get(place)?.dependencyPlaces ?? []) reached.add(next)
  return reached
}

/* `bun run sbom` writes the SBOM to standard output. */

const root = join(import.meta.dir, '../../..')
const manifest = z.object({ license: z.string().optional().catch(undefined) })

/** Returns the license from the installed package; undefined for packages of other systems, which are not installed. */
function licenseOf(place: string): string | undefined {
  const folder = place.replaceAll(/((?:@[^/]+\/)?[^/]+)(?:\/|$)/g, 'node_modules/$1/')
  const file = join(root, folder, 'package.json')
  return existsSync(file) ? manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).license : undefined
}

const lock = readLockfile(readFileSync(join(root, 'bun.lock'), 'utf8'))
const document = makeSbom({ lock, version: project.version, licenseOf })
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`)

export interface SbomOptions {
  lock: Lockfile
  version: string
  /** Returns an SPDX expression; undefined if the license is unknown */
  licenseOf(place: string): string | undefined
}

/**
 * Builds an SBOM in CycloneDX 1.6 format (https://cyclonedx.org/docs/1.6/json/). The output is reproducible from the
 * lockfile: it has neither a timestamp nor a serial number. Development-only packages have the scope `excluded`.
 */
export function makeSbom({ lock, version, licenseOf }: SbomOptions) {
  const toRun = reachedFrom(lock, lock.direct.toRun)
  const root = `pkg:npm/kurs@${version}`
  const purlAt = (place: string) => {
    const found = lock.packages.get(place)
    return found ? [purlOf(found)] : []
  }
  const places = [...lock.packages].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const isRun = new Set(places.flatMap(([place]) => (toRun.has(place) ? purlAt(place) : [])))
  // Collects components by package URL, because one package may be installed at several places.
  const components = new Map<string, object>()
  const dependencies = new Map<string, Set<string>>()
  for (const [place, found] of places) {
    const purl = purlOf(found)
    const license = licenseOf(place)
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name: found.name,
      version: found.version,
      scope: isRun.has(purl) ? 'required' : 'excluded',
      hashes: [{ alg: 'SHA-512', content: found.sha512 }],
      ...(license && { licenses: [{ expression: license }] }),
      purl,
    })
    const wants = found.dependencyPlaces.flatMap(purlAt)
    dependencies.set(purl, new Set([...(dependencies.get(purl) ?? []), ...wants]))
  }
  const own = [...lock.direct.toRun, ...lock.direct.toDevelop].flatMap(purlAt)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name: 'kurs', version, purl: root } },
    components: [...components.values()],
    dependencies: [
      { ref: root, dependsOn: own.toSorted() },
      ...[...dependencies].map(([ref, wants]) => ({ ref, dependsOn: [...wants].toSorted() })),
    ],
  }
}

/** Returns the package URL, https://github.com/package-url/purl-spec: the `@` of a scope is encoded. */
function purlOf({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}
