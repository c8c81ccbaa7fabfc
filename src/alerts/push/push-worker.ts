import type { PushMessage } from './send-pushes.ts'

/* Service worker that shows fired alerts, also while no page of the site is open. It controls no page. */

// A new version takes over at once.
addEventListener('install', (event) => event.waitUntil(skipWaiting()))

addEventListener('push', (event) => {
  // The site sends no message without data.
  if (!event.data) return
  const { title, body, url, tag } = event.data.json() as PushMessage
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/apple-touch-icon.png', data: url }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(String(event.notification.data)))
})
