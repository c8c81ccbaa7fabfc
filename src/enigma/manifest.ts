import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { createEnigma, type EnigmaOptions } from './enigma-deps.ts'
import { enigmaRoutes } from './enigma-routes.tsx'

export const enigmaManifest = {
  pages: (options) => enigmaRoutes(createEnigma(options)),
  navigation: [{ menu: 'app', path: paths.enigma, label: 'enigma.title', order: 30 }],
} satisfies Manifest<EnigmaOptions>
