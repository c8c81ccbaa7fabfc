/** What pages of the app and forms do, in one file; pages to read have none of it. */
export { starts } from 'kurs:later-behaviors'
export { showToast } from '../ui/toasts/toasts.browser.ts'
