import { expect, test } from 'bun:test'
import { isPrivate, pictureOf } from './service-worker.ts'
import { filesIn, pagesToSave } from './worker/save-version.ts'

test.each([
  '/app',
  '/app/bots',
  '/en/app',
  '/admin/users',
  '/en/admin',
  '/api/auth/me',
  '/login',
  '/en/account',
  '/setup',
  '/en/new-password',
  '/account/second-factor',
  '/sw.js',
])('%s is never copied', (path) => expect(isPrivate(path)).toBe(true))

test.each(['/', '/en', '/docs', '/en/docs/trading/account', '/application', '/en/apple', '/blog/app'])(
  '%s is a public page',
  (path) => expect(isPrivate(path)).toBe(false),
)

test('all widths of a picture have a common name, other files have none', () => {
  expect(pictureOf('/images/0f3a-320.webp')).toBe(pictureOf('/images/0f3a-1280.webp'))
  expect(pictureOf('/images/0f3a-320.webp')).not.toBe(pictureOf('/images/77aa-320.webp'))
  expect(pictureOf('/screens/bots-en-light-720.webp')).toBe(pictureOf('/screens/bots-en-light.webp'))
  expect(pictureOf('/favicon.svg')).toBeUndefined()
})

test('a page needs its styles, scripts, fonts and pictures, but no files named in its text', () => {
  const html = `<link rel="preload" as="font" href="/assets/inter-1.woff2"/><link rel="stylesheet" href="/assets/s-2.css"/>
    <script type="module" src="/assets/entry-3.js"></script>
    <img class="cover" src="/images/4-1536.webp" srcSet="/images/4-320.webp 320w" alt="src=&quot;/images/5.webp&quot;"/>
    <img src="https://elsewhere.test/6.png"/><img src="//elsewhere.test/7.png"/>
    <p>See /assets/8.css and <a href="/assets/9.css">this</a>.</p>`
  expect(filesIn(html, 'text/html; charset=utf-8').toSorted()).toEqual([
    '/assets/entry-3.js',
    '/assets/inter-1.woff2',
    '/assets/s-2.css',
    '/favicon.svg',
    '/images/4-1536.webp',
  ])
})

test('scripts and styles need the hashed files that they name', () => {
  expect(filesIn('import("/assets/chunk-1.js"),"/assets/sqlite3-2.wasm"', 'text/javascript')).toEqual([
    '/assets/chunk-1.js',
    '/assets/sqlite3-2.wasm',
  ])
  expect(filesIn("url('/assets/mono-3.woff2')", 'text/css')).toEqual(['/assets/mono-3.woff2'])
  expect(filesIn('/assets/chunk-1.js', 'application/wasm')).toEqual([])
})

test('a saved language includes lists and categories, and the offline page in every language', () => {
  const pages = [
    { path: '/en/docs', kind: 'docs' as const },
    { path: '/en/docs/start/faq', kind: 'docs' as const },
    { path: '/en/blog/product/hello', kind: 'blog' as const },
    { path: '/en/blog/product/again', kind: 'blog' as const },
  ]
  expect(pagesToSave('en', pages).toSorted()).toEqual([
    '/en',
    '/en/blog',
    '/en/blog/product',
    '/en/blog/product/again',
    '/en/blog/product/hello',
    '/en/docs',
    '/en/docs/start/faq',
    '/en/offline',
    '/en/search',
    '/offline',
  ])
})
