import { ListHead } from '../ui/list/list-head.tsx'
import { ListKeys } from '../ui/list/list-keys.tsx'
import { ListLink, SortLink } from '../ui/list/list-link.tsx'
import { ListPages } from '../ui/list/list-pages.tsx'
import type { ListPlace } from '../ui/list/list-place.ts'
import { ListRegion } from '../ui/list/list-region.tsx'
import { FilterMenu, ListSearch } from '../ui/list/list-search.tsx'
import { OfflineSearchless } from '../ui/search/offline-searchless.tsx'
import { OfflineControl, SearchField } from '../ui/search/search-palette.tsx'
import { SearchStart } from '../ui/search/search-start.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'

const of: ListPlace = { name: 'sandbox', path: '/app/bots' }
const params = new URLSearchParams()

export const listEntries: readonly SandboxEntry[] = [
  entryOf({
    id: 'filter-menu',
    component: FilterMenu,
    props: { of, chosen: 2, children: 'Running, paused, stopped' },
    emits: ['click', 'toggle'],
    box: { width: 360, height: 320 },
  }),
  entryOf({ id: 'list-head', component: ListHead, props: { title: 'Bots', note: '12 of them trade' } }),
  entryOf({
    id: 'list-keys',
    component: ListKeys,
    props: {
      of,
      actKey: 'x',
      words: {
        title: 'botList.keys',
        move: 'botList.keysMove',
        act: 'botList.keysCompare',
        open: 'botList.keysOpen',
        search: 'botList.keysSearch',
        help: 'botList.keysHelp',
      },
    },
    emits: ['click', 'toggle'],
    box: { height: 320 },
  }),
  entryOf({
    id: 'list-link',
    component: ListLink,
    props: { id: 'sandbox-link', of, params, isCurrent: true, children: 'Running' },
    hidden: ['params'],
    emits: ['click'],
  }),
  entryOf({
    id: 'list-pages',
    component: ListPages,
    props: { of, previous: params, next: params, children: '101–200 of 512' },
    hidden: ['previous', 'next'],
    emits: ['click'],
  }),
  entryOf({
    id: 'list-region',
    component: ListRegion,
    props: { of, params, className: 'panel', children: 'What a list answers with' },
    hidden: ['params'],
  }),
  entryOf({
    id: 'list-search',
    component: ListSearch,
    props: {
      of,
      search: '',
      maxLength: 100,
      delayMs: 300,
      isMain: true,
      words: {
        label: 'search.label',
        placeholder: 'search.placeholder',
        submit: 'search.label',
        failed: 'search.failed',
      },
    },
    emits: ['input', 'submit'],
    box: { width: 640 },
  }),
  entryOf({
    id: 'sort-link',
    component: SortLink,
    props: { of, sort: 'name', current: { sort: 'name', isDescending: false }, params, children: 'Name' },
    hidden: ['params'],
    emits: ['click'],
  }),
  entryOf({ id: 'offline-control', component: OfflineControl, props: {}, emits: ['click'], box: { height: 280 } }),
  entryOf({ id: 'offline-searchless', component: OfflineSearchless, props: { query: 'candles' } }),
  entryOf({
    id: 'search-field',
    component: SearchField,
    props: { query: 'candles', place: 'page' },
    emits: ['input', 'submit'],
    box: { width: 640 },
  }),
  entryOf({ id: 'search-start', component: SearchStart, props: { hasExamples: true }, box: { height: 320 } }),
]
