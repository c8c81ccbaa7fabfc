import { LostPasswordPage } from '../account/lost-password-pages.tsx'
import { LoginPage } from '../account/sign-in-pages.tsx'
import { emptyForm } from '../pages/form-state.ts'
import { entryOf, type SandboxEntry } from './entry.ts'

const signIn = { form: emptyForm, action: '#', passkeyAction: '#', lostPasswordHref: '#', others: [] }
const lost = { form: emptyForm, action: '#', isAsked: false, loginHref: '#', contact: '@kurs_help' }
const box = { width: 480, height: 760 }

/** Pages of guests in the states that depend on where they come from and how the server is set up. */
export const accountEntries: readonly SandboxEntry[] = [
  entryOf({
    id: 'login-page',
    component: LoginPage,
    props: { ...signIn, registerHref: '#', destination: 'Alerts' },
    emits: ['click', 'submit'],
    box,
  }),
  entryOf({
    id: 'login-page-closed',
    component: LoginPage,
    props: { ...signIn, registerHref: undefined, destination: 'Alerts' },
    emits: ['click', 'submit'],
    box,
  }),
  entryOf({ id: 'lost-password', component: LostPasswordPage, props: lost, emits: ['click', 'submit'], box }),
  entryOf({
    id: 'lost-password-asked',
    component: LostPasswordPage,
    props: { ...lost, isAsked: true, contact: undefined },
    emits: ['click', 'submit'],
    box,
  }),
  entryOf({
    id: 'lost-password-by-administrator',
    component: LostPasswordPage,
    props: { ...lost, action: undefined },
    emits: ['click'],
    box,
  }),
]
