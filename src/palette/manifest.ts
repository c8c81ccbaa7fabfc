import type { Manifest } from '../http/manifest.ts'
import { type PaletteDeps, paletteRoutes } from './palette-routes.tsx'

export const paletteManifest = {
  pages: paletteRoutes,
  navigation: [],
} satisfies Manifest<PaletteDeps>
