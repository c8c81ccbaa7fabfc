import { paths } from '../paths.ts'
import { Banner } from '../ui/banners/banner.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { ColorMode } from '../ui/color-mode/color-mode.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Confirm } from '../ui/dialogs/confirm.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FallbackNotice } from '../ui/fallback-notice.tsx'
import { Field, FieldError, PasswordField } from '../ui/field.tsx'
import { UserMenu } from '../ui/header.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconDrawing } from '../ui/icon-drawing.tsx'
import { ImpersonationForm } from '../ui/impersonation-bar.tsx'
import { KeysHelp } from '../ui/keys-help.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Logo } from '../ui/logo.tsx'
import { FailedRead, Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panels/panel.tsx'
import { Picture } from '../ui/picture.tsx'
import { PartNav, SectionLinks } from '../ui/section-links.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CodeText } from '../ui/titles/code-text.tsx'
import { GuideLink } from '../ui/titles/guide-link.tsx'
import { FlashToast } from '../ui/toasts/toasts.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'

export const partEntries: readonly SandboxEntry[] = [
  entryOf({
    id: 'banner',
    component: Banner,
    props: { id: 'sandbox', className: 'notice', label: 'News', children: 'Charts can be drawn on.' },
    emits: ['click'],
  }),
  entryOf({
    id: 'breadcrumbs',
    component: Breadcrumbs,
    props: { items: [{ title: 'Docs', path: paths.docs }, { title: 'Trading' }, { title: 'Charts' }] },
    emits: ['click'],
    box: { height: 120 },
  }),
  entryOf({
    id: 'button',
    component: Button,
    props: {
      href: '#',
      kind: 'primary',
      size: 'medium',
      icon: 'i-lucide-chart-candlestick',
      children: 'Open the charts',
    },
    emits: ['click'],
  }),
  entryOf({ id: 'code-text', component: CodeText, props: { text: 'How `bun start` begins' }, box: { height: 80 } }),
  entryOf({
    id: 'chip',
    component: Chip,
    props: { href: '#', icon: 'i-lucide-tag', isCurrent: false, count: 12, children: 'Markets' },
    emits: ['click'],
  }),
  entryOf({ id: 'color-mode', component: ColorMode, props: {}, emits: ['click'] }),
  entryOf({
    id: 'confirm',
    component: Confirm,
    props: { className: 'bot-confirm', label: 'Delete the bot…', children: 'Its trades go with it.' },
    emits: ['click', 'toggle', 'submit'],
    box: { height: 260 },
  }),
  entryOf({ id: 'copy-button', component: CopyButton, props: { of: 'sandbox-title' }, emits: ['click'] }),
  entryOf({
    id: 'empty-state',
    component: EmptyState,
    props: { icon: 'i-lucide-search-x', title: 'Nothing found', children: 'Try fewer filters.', isSmall: false },
  }),
  entryOf({ id: 'failed-read', component: FailedRead, props: { children: 'The list could not be read.' } }),
  entryOf({ id: 'fallback-notice', component: FallbackNotice, props: { locale: 'ru' }, emits: ['click'] }),
  entryOf({
    id: 'field',
    component: Field,
    props: { name: 'name', label: 'Name', value: 'Ann', hint: 'As others see it.', error: '', autoComplete: 'off' },
    emits: ['input', 'change'],
  }),
  entryOf({ id: 'field-error', component: FieldError, props: { text: 'Enter a number above zero.' } }),
  entryOf({ id: 'flash-toast', component: FlashToast, props: { children: 'Saved', isFocused: false } }),
  entryOf({ id: 'icon', component: Icon, props: { name: 'i-lucide-rocket' }, box: { width: 160, height: 120 } }),
  entryOf({
    id: 'icon-drawing',
    component: IconDrawing,
    props: { body: '<path fill="none" stroke="currentColor" d="M4 12h16"/>' },
    box: { width: 160, height: 120 },
  }),
  entryOf({ id: 'impersonation-bar', component: ImpersonationForm, props: { name: 'Ann' }, emits: ['submit'] }),
  entryOf({
    id: 'keys-help',
    component: KeysHelp,
    props: {
      id: 'sandbox-keys',
      label: 'botList.keys',
      keys: [{ keys: ['j', 'k'], label: 'botList.keysMove' }],
      className: 'list-keys-button',
    },
    emits: ['click', 'toggle'],
    box: { height: 320 },
  }),
  entryOf({ id: 'language-switch', component: LanguageSwitch, props: {}, emits: ['click'] }),
  entryOf({ id: 'logo', component: Logo, props: { name: 'Kurs' } }),
  entryOf({ id: 'notice', component: Notice, props: { kind: 'success', children: 'The profile is saved.' } }),
  entryOf({
    id: 'panel',
    component: Panel,
    props: { id: 'plan', title: 'Plan', text: 'What it does next.', children: 'Buys when it has fallen by 2%.' },
  }),
  entryOf({
    id: 'guide-link',
    component: GuideLink,
    props: { slug: 'operations/telegram', children: 'How to connect it' },
    emits: ['click'],
  }),
  entryOf({ id: 'part-nav', component: PartNav, props: { menu: 'bots', label: 'bots.title' }, emits: ['click'] }),
  entryOf({
    id: 'password-field',
    component: PasswordField,
    props: { name: 'password', label: 'Password', isNew: true },
    emits: ['input', 'change', 'click'],
  }),
  entryOf({
    id: 'picture',
    component: Picture,
    props: { picture: { src: '/favicon.svg', alt: 'Kurs', width: 160, height: 160, variants: [] }, sizes: '160px' },
    box: { width: 240, height: 240 },
  }),
  entryOf({ id: 'section-links', component: SectionLinks, props: {}, emits: ['click'] }),
  entryOf({ id: 'skeleton', component: Skeleton, props: { lines: 3, hasChart: true } }),
  entryOf({
    id: 'submit-button',
    component: SubmitButton,
    props: { kind: 'danger', icon: 'i-lucide-trash-2', children: 'Delete' },
    emits: ['click'],
  }),
  entryOf({
    id: 'user-menu',
    component: UserMenu,
    props: { name: 'Ann', isAdmin: true },
    emits: ['click', 'toggle'],
    box: { height: 420 },
  }),
]
