import { describe, expect, test } from 'bun:test'
import { assetsIn, openEnigmaSite } from '../../tests/enigma-site.ts'
import { signIn } from '../../tests/signed-in.ts'
import { now } from '../../tests/three-days.ts'
import { partial } from '../../tests/visitor.ts'

const { site, visitor } = openEnigmaSite()

describe('favorites and the view', () => {
  test('a star is stored for its owner only, without JavaScript', async () => {
    const [me, other] = [await signIn(site().appDb, { now }), await signIn(site().appDb, { now })]
    const back = '/app/enigma?sort=-price'
    const given = await site()
      .as(me)
      .post('/en/app/enigma/ETHUSDT/favourite', [
        ['favourite', 'yes'],
        ['back', back],
      ])
    expect([given.status, given.location]).toEqual([303, '/en/app/enigma?sort=-price'])
    expect(assetsIn(await site().as(me).read('/app/enigma?show=favourites'))).toEqual(['ETHUSDT'])
    expect(assetsIn(await site().as(other).read('/app/enigma?show=favourites'))).toEqual([])
    await site()
      .as(me)
      .post('/app/enigma/ETHUSDT/favourite', [['favourite', 'yes']])
    await site()
      .as(me)
      .post('/app/enigma/ETHUSDT/favourite', [['favourite', 'no']])
    expect(assetsIn(await site().as(me).read('/app/enigma?show=favourites'))).toEqual([])
  })

  test('a star is replaced in place for htmx', async () => {
    const me = await signIn(site().appDb, { now })
    const { status, html } = await site()
      .as(me)
      .post('/en/app/enigma/BTCUSDT/favourite', [['favourite', 'yes']], partial)
    expect(status).toBe(200)
    expect(html).toStartWith('<form id="star-BTCUSDT"')
    expect(html).toContain('aria-pressed="true"')
  })

  test('a star in the list updates the number of favorites, as the list counts them', async () => {
    const me = await signIn(site().appDb, { now })
    const star = async (asset: string, favourite: string, back: string) => {
      const fields: [string, string][] = [
        ['favourite', favourite],
        ['back', back],
      ]
      return (await site().as(me).post(`/en/app/enigma/${asset}/favourite`, fields, partial)).html
    }
    const countOf = (html: string) => html.match(/id="set-count-favourites" class="chip-count"[^>]*>(\d+)</)?.[1]
    expect(countOf(await star('BTCUSDT', 'yes', '/app/enigma'))).toBe('1')
    expect(countOf(await star('ETHUSDT', 'yes', '/app/enigma?q=eth&sort=-price'))).toBe('1')
    expect(countOf(await star('LTCUSDT', 'yes', '/app/enigma?show=favourites'))).toBe('3')
    expect(countOf(await site().as(me).read('/en/app/enigma'))).toBe('3')
    expect(countOf(await star('LTCUSDT', 'no', '/app/enigma'))).toBe('2')
    expect(await star('LTCUSDT', 'yes', '/app/enigma/LTCUSDT')).not.toContain('set-count')
  })

  test('an asset unstarred in the favorites list loses its row', async () => {
    const me = await signIn(site().appDb, { now })
    const star = async (asset: string, favourite: string) => {
      const fields: [string, string][] = [
        ['favourite', favourite],
        ['back', '/app/enigma?show=favourites'],
      ]
      return (await site().as(me).post(`/en/app/enigma/${asset}/favourite`, fields, partial)).html
    }
    expect(assetsIn(await star('BTCUSDT', 'yes'))).toEqual(['BTCUSDT'])
    expect(assetsIn(await star('ETHUSDT', 'yes'))).toEqual(['BTCUSDT', 'ETHUSDT'])
    const left = await star('BTCUSDT', 'no')
    expect(left).toStartWith('<div id="asset-list"')
    expect(assetsIn(left)).toEqual(['ETHUSDT'])
    expect(left).toMatch(/<form id="star-ETHUSDT"[^>]*hx-target="#asset-list"/)
    expect(await star('ETHUSDT', 'no')).toContain('No favorites yet')
  })

  test('a redirect never leads to another site', async () => {
    for (const back of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { location } = await visitor().post('/app/enigma/BTCUSDT/favourite', [
        ['favourite', 'no'],
        ['back', back],
      ])
      expect(location).toBe('/app/enigma/BTCUSDT')
    }
  })

  test('columns and view are stored as chosen', async () => {
    const me = await signIn(site().appDb, { now })
    const fields: [string, string][] = [
      ['view', 'cards'],
      ['columns', 'change'],
      ['columns', 'evil'],
      ['back', '/app/enigma?q=b'],
    ]
    const { location } = await site().as(me).post('/app/enigma/settings', fields)
    expect(location).toBe('/app/enigma?q=b')
    const html = await site().as(me).read('/app/enigma')
    expect(html).toContain('asset-table-cards')
    expect(html).toContain('id="sort-change"')
    expect(html).not.toContain('id="sort-volume"')
  })
})
