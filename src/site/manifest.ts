import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'

export const siteManifest = {
  navigation: [
    { menu: 'site', path: paths.docs, label: 'ui.docs', order: 10 },
    { menu: 'app', path: paths.docs, label: 'ui.docs', order: 100 },
    { menu: 'site', path: paths.blog, label: 'ui.blog', order: 20 },
    {
      menu: 'places-reading',
      path: paths.docs,
      icon: 'i-lucide-book-open',
      label: 'ui.docs',
      text: 'account.appDocs',
      order: 10,
    },
    {
      menu: 'places-reading',
      path: paths.blog,
      icon: 'i-lucide-newspaper',
      label: 'ui.blog',
      text: 'account.appBlog',
      order: 20,
    },
  ],
} satisfies Manifest<unknown>
