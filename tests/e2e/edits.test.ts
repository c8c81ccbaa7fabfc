import { describe, test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const file = 'en/docs/1.start/82.quokka.md'

describe('in development', () => {
  const site = openSite({ files: sampleTexts, isDev: true })

  test('an open page shows an edit of its text by itself, where it was scrolled to', async () => {
    const page = await site.visit('/en/docs')
    const listening = page.waitForResponse('**/_dev/changes')
    await page.goto(site.url(samplePaths.animal))
    await listening
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
    const text = await site.read(file)
    for (const weight of ['four', 'five']) {
      const again = page.waitForResponse('**/_dev/changes')
      await site.write(file, text.replace('three kilograms', `${weight} kilograms`))
      await expect(page.getByText(`A quokka weighs ${weight} kilograms.`)).toBeVisible()
      await again
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
    }
  })
})

describe('in production', () => {
  const site = openSite({ files: sampleTexts })

  test('an edit is on the page that is asked for next', async () => {
    const page = await site.visit(samplePaths.animal)
    await expect(page.getByText('A quokka weighs three kilograms.')).toBeVisible()
    const text = await site.read(file)
    await site.write(file, text.replace('three kilograms', 'six kilograms'))
    const edited = page.getByText('A quokka weighs six kilograms.')
    await expect
      .poll(async () => {
        await page.reload()
        return edited.isVisible()
      })
      .toBe(true)
  })

  test('a page with a mistake stays as it was last good', async () => {
    const page = await site.visit(samplePaths.blocks)
    const blocks = 'en/docs/1.start/80.sample-blocks.md'
    const text = await site.read(blocks)
    await site.write(blocks, text.replace('title: "Sample blocks"', 'title: 5'))
    await site.write(file, `${await site.read(file)}\nIt smiles.\n`)
    await page.goto(site.url(samplePaths.animal))
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('It smiles.').isVisible()
      })
      .toBe(true)
    await page.goto(site.url(samplePaths.blocks))
    await expect(page.getByRole('heading', { level: 1, name: 'Sample blocks' })).toBeVisible()
    expect(await site.read(blocks)).toContain('title: 5')
  })
})
