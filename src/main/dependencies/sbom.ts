import { type LockedPackage, type Lockfile, reachedFrom } from './lockfile.ts'

export interface SbomOptions {
  lock: Lockfile
  version: string
  /** An SPDX expression; undefined if unknown */
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
  // One package may be installed at several places.
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

/** Package URL, https://github.com/package-url/purl-spec: the `@` of a scope is encoded. */
function purlOf({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}
