import type { ReactNode } from 'react'
import { AdminLayout } from '../ui/layouts/admin.tsx'
import { AiLayout } from '../ui/layouts/ai.tsx'
import { AuthLayout } from '../ui/layouts/auth.tsx'
import { BareLayout } from '../ui/layouts/bare.tsx'
import { BlogLayout } from '../ui/layouts/blog.tsx'
import { ChartLayout } from '../ui/layouts/chart.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { DocsLayout } from '../ui/layouts/docs.tsx'
import { EnigmaLayout } from '../ui/layouts/enigma.tsx'
import { Composer, Conversation } from './conversation.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'

/** Layouts, which take the whole page. `panel`, the editor, is their content. */
export function layoutEntries(panel: ReactNode): readonly SandboxEntry[] {
  const plain = { props: { children: panel }, hidden: ['children'], kind: 'layout' } as const
  return [
    entryOf({ id: 'layout-admin', component: AdminLayout, ...plain }),
    entryOf({
      id: 'layout-ai',
      kind: 'layout',
      component: AiLayout,
      props: {
        composer: <Composer />,
        children: (
          <>
            {panel}
            <Conversation />
          </>
        ),
      },
      hidden: ['composer', 'children'],
      emits: ['submit'],
    }),
    entryOf({
      id: 'layout-auth',
      kind: 'layout',
      component: AuthLayout,
      props: { title: 'Sign in', lead: 'To go on where you were.', children: panel },
      hidden: ['children'],
    }),
    entryOf({ id: 'layout-bare', component: BareLayout, ...plain }),
    entryOf({ id: 'layout-blog', component: BlogLayout, ...plain }),
    entryOf({ id: 'layout-chart', component: ChartLayout, ...plain }),
    entryOf({ id: 'layout-default', component: DefaultLayout, ...plain }),
    entryOf({
      id: 'layout-docs',
      kind: 'layout',
      component: DocsLayout,
      props: { sidebar: 'Pages of the section', toc: 'On this page', children: panel },
      hidden: ['children'],
    }),
    entryOf({
      id: 'layout-enigma',
      kind: 'layout',
      component: EnigmaLayout,
      props: { unseen: 3, children: panel },
      hidden: ['children'],
    }),
  ]
}
