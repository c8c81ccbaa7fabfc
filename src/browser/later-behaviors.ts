/** Behaviors of app pages and forms, in one file; reading pages do not load it. */
export { starts } from 'kurs:later-behaviors'
export { showToast } from '../ui/toasts/toasts.browser.ts'
