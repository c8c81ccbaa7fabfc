import { expect, test } from 'bun:test'
import { now, openAlertSite } from '../../tests/alert-site.ts'

const { member, priceOf, site } = openAlertSite()

test('a fired alert is not news on the page that lists it, and leads to the chart at its moment', async () => {
  const me = await member()
  await site().as(me).post('/en/app/alerts', { asset: 'BTCUSDT', kind: 'level', value: '61000' })
  priceOf('BTCUSDT', 61_000)
  await site().alerts?.idle()
  priceOf('BTCUSDT', 60_000)
  expect(await site().as(me).read('/en/account')).toContain('hx-get="/en/app/alerts/news"')
  expect(await site().as(me).read('/en/app/alerts')).toContain('hx-get="/en/app/alerts/news?listed=all"')
  expect(await site().as(me).read('/en/app/enigma/BTCUSDT')).toContain('hx-get="/en/app/alerts/news?listed=BTCUSDT"')
  const newsOn = async (query: string) => (await site().as(me).part(`/en/app/alerts/news${query}`)).html
  const bar = 'alert-news-bar'
  expect(await newsOn('')).toContain(bar)
  expect(await newsOn('?listed=ETHUSDT')).toContain(bar)
  expect(await newsOn('?listed=BTCUSDT')).not.toContain(bar)
  const onList = await newsOn('?listed=all')
  expect(onList).not.toContain(bar)
  // The list of notifications and the number stay the same on every page.
  expect(onList).toContain('1 new')
  const [, address = ''] = /href="(\/en\/app\/charts\?asset=BTCUSDT&amp;at=\d+)"/.exec(onList) ?? []
  const at = Number(address.split('at=')[1])
  expect(await site().as(me).read(address.replace('&amp;', '&'))).toContain(`"moment":${at}`)
})

test('a fired alert of an asset that is no longer traded leads to the list of alerts', async () => {
  const me = await member()
  const sql = `insert into price_alerts (id, user_id, asset, kind, value, base_price, note, created_at, fired_at, fired_price)
    values ('gone', ?, 'GONEUSDT', 'level', 65000, 60000, '', 0, ?, 65000.5)`
  await site().appDb.client.execute({ sql, args: [me.id, now] })
  const { html } = await site().as(me).part('/en/app/alerts/news')
  expect(html).toContain('GONEUSDT rose to 65,000.00, price 65,000.50')
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
  expect(links).toEqual(['/en/app/alerts', '/en/app/alerts'])
  const list = await site().as(me).read('/en/app/alerts')
  expect(list).toContain('GONEUSDT')
  expect(list).not.toContain('/en/app/enigma/GONEUSDT')
})
