import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { type Locale, languageTags, localised } from '../../i18n/locales.ts'
import { isIntraday, moscowDay } from '../../market/timeframe.ts'
import { href, paths } from '../../paths.ts'
import { Attribution } from '../chart-frame.tsx'
import type { ChartWords } from '../words.ts'
import { type Navigation, StateLink } from './state-link.tsx'

export interface StatusBarProps {
  to: Navigation
  locale: Locale
  words: ChartWords
  children?: ReactNode
}

export function StatusBar({ to, locale, words, children }: StatusBarProps) {
  const { asset, scale, hasVolume, tf } = to.state
  const openTicket = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { href } = event.currentTarget
    import('../later.ts').then(
      ({ openOrderPanel }) => openOrderPanel({ asset, tf, locale, words: words.trading.ticket }),
      () => location.assign(href),
    )
  }
  return (
    <div className="chart-status">
      {children}
      <Attribution words={words} />
      <a className="chart-trade" href={localised(locale, href(paths.paperAsset, { asset }))} onClick={openTicket}>
        {words.trade}
      </a>
      <span className="chart-clock">
        <Clock locale={locale} />{' '}
        {isIntraday(tf) ? words.moscowTime : tf === moscowDay ? words.moscowDays : words.dailyTime}
      </span>
      <nav className="chart-scales" aria-label={words.scale}>
        <StateLink
          to={to}
          change={{ hasVolume: !hasVolume }}
          isCurrent={hasVolume}
          title={words.volumeText}
          className="is-toggle"
        >
          {words.volumeShown}
        </StateLink>
        <StateLink
          to={to}
          change={{ scale: scale === 'percent' ? 'normal' : 'percent' }}
          isCurrent={scale === 'percent'}
          label={words.scalePercentText}
          title={words.scalePercentText}
        >
          {words.scalePercent}
        </StateLink>
        <StateLink
          to={to}
          change={{ scale: scale === 'log' ? 'normal' : 'log' }}
          isCurrent={scale === 'log'}
          title={words.scaleLogText}
        >
          {words.scaleLog}
        </StateLink>
      </nav>
    </div>
  )
}

function Clock({ locale }: { locale: Locale }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const format = new Intl.DateTimeFormat(languageTags[locale], {
      timeZone: 'Europe/Moscow',
      timeStyle: 'medium',
      hourCycle: 'h23',
    })
    const show = () => setText(format.format(Date.now()))
    show()
    const timer = setInterval(show, 1000)
    return () => clearInterval(timer)
  }, [locale])
  return <span className="chart-clock-time">{text}</span>
}
