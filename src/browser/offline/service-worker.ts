import { isPage, isPrivate } from './addresses.ts'
import { answerFile } from './answer-file.ts'
import { answerPage, answerPrivatePage, copyPage } from './answer-page.ts'
import { removeOtherBuilds } from './visited.ts'

// A new build takes over at once and removes what the old build's pages left.
addEventListener('install', (event) => event.waitUntil(skipWaiting()))
addEventListener('activate', (event) => event.waitUntil(Promise.all([removeOtherBuilds(), clients.claim()])))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (isPage(request)) isPrivate(pathname) ? answerPrivatePage(event, pathname) : answerPage(event, pathname)
  else if (isPrivate(pathname)) return
  else if (request.destination !== '' || pathname.startsWith('/assets/')) answerFile(event, pathname)
})
addEventListener('message', {
  handleEvent(event: ExtendableMessageEvent) {
    const { data } = event
    if (typeof data === 'string' && !isPrivate(data)) event.waitUntil(copyPage(data))
  },
})
