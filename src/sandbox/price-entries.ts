import { LiveChange } from '../enigma/live-change.island.tsx'
import { LiveMark } from '../enigma/live-mark.island.tsx'
import { LiveRange } from '../enigma/live-range.island.tsx'
import { NoPrices } from '../enigma/no-prices.island.tsx'
import { Tape } from '../enigma/tape.island.tsx'
import type { Locale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { AssetLogo } from '../live/asset-logo.tsx'
import { assetStatusOf, assetStatusWords } from '../live/asset-status.ts'
import { ConnectionBadge } from '../live/connection-badge.island.tsx'
import { connectionWords } from '../live/connection-words.ts'
import { FeedNotice } from '../live/feed-notice.island.tsx'
import { LivePrice } from '../live/live-price.island.tsx'
import { TickerStrip } from '../start/strip/ticker-strip.island.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'
import { exampleAsset, exampleLast, exampleMarket } from './example-market.ts'

const { asset, base, name, priceDigits: digits, volumeDigits } = exampleAsset
const last = exampleLast
const halted = { ...exampleMarket, assets: { [asset]: 'halted' } } as const

export function priceEntries(locale: Locale): SandboxEntry[] {
  return [...assetEntries(locale), ...feedEntries(locale), ...movingEntries(locale)]
}

function assetEntries(locale: Locale): SandboxEntry[] {
  const t = translator(locale)
  const words = assetStatusWords(t)
  const { stale } = assetStatusOf(exampleMarket, asset, words)
  return [
    entryOf({ id: 'asset-logo', component: AssetLogo, props: { base: 'BTC' }, box: { width: 120, height: 120 } }),
    entryOf({ id: 'live-price', component: LivePrice, props: { asset, last, digits, stale, locale } }),
    entryOf({ id: 'live-change', component: LiveChange, props: { asset, change: -1.74, last, locale } }),
    entryOf({
      id: 'live-range',
      component: LiveRange,
      props: {
        ...{ asset, last, low: last - 2000, high: last + 1500, digits, locale },
        words: {
          ...{ lowest: t('enigma.lowest'), highest: t('enigma.highest') },
          ...{ low: t('enigma.low'), high: t('enigma.high') },
        },
      },
      hidden: ['words'],
    }),
    entryOf({ id: 'live-mark', component: LiveMark, props: { asset, market: halted, words }, hidden: ['words'] }),
    entryOf({ id: 'no-prices', component: NoPrices, props: { asset, market: halted, words }, hidden: ['words'] }),
  ]
}

function feedEntries(locale: Locale): SandboxEntry[] {
  const t = translator(locale)
  return [
    entryOf({
      id: 'feed-notice',
      component: FeedNotice,
      props: {
        ...{ state: { name: 'ended', isBackfilling: false }, locale, standings: assetStatusWords(t) },
        words: {
          connecting: t('enigma.feedConnecting'),
          waiting: t('enigma.feedWaiting', { at: '{{at}}' }),
          silent: t('enigma.feedSilent'),
          forbidden: t('enigma.feedForbidden', { at: '{{at}}' }),
          ended: t('enigma.feedEnded'),
        },
      },
      hidden: ['words', 'standings'],
    }),
    entryOf({
      id: 'connection-badge',
      component: ConnectionBadge,
      props: { words: connectionWords(t), isDemo: true, locale },
      hidden: ['words'],
    }),
  ]
}

function movingEntries(locale: Locale): SandboxEntry[] {
  const t = translator(locale)
  return [
    entryOf({
      id: 'tape',
      component: Tape,
      props: {
        ...{ asset, priceDigits: digits, volumeDigits, locale },
        lines: [{ time: Date.UTC(2026, 10, 23, 9), price: last, volume: 0.25 }],
        words: {
          label: t('enigma.tape'),
          time: t('enigma.tapeTime'),
          price: t('enigma.tapePrice'),
          volume: t('enigma.tapeVolume'),
          empty: assetStatusWords(t).trading.empty,
        },
      },
      hidden: ['words'],
      box: { height: 360 },
    }),
    entryOf({
      id: 'ticker-strip',
      component: TickerStrip,
      props: {
        assets: [
          {
            asset,
            base,
            name,
            digits,
            last,
            change24h: 0.8,
            stale: { word: '', isNow: false },
            line: 'M0 20 L50 8 L100 12',
            href: '#',
          },
        ],
        words: {
          ...connectionWords(t),
          title: t('market.stripTitle'),
          change: t('market.stripChange'),
          real: t('market.stripReal'),
        },
        isDemo: true,
        locale,
      },
      hidden: ['words'],
      emits: ['click'],
      box: { width: 640 },
    }),
  ]
}
