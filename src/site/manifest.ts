import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'

export const siteManifest = {
  navigation: [
    { menu: 'site', path: paths.docs, label: 'ui.docs', order: 10 },
    { menu: 'app', path: paths.docs, label: 'ui.docs', order: 100 },
    { menu: 'site', path: paths.blog, label: 'ui.blog', order: 20 },
  ],
} satisfies Manifest<unknown>
