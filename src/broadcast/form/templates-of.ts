import type { DetailDeps } from '../detail/detail-view.ts'
import type { TemplateChoice } from './change-form.ts'

export async function templatesOf(_deps: Pick<DetailDeps, 'db'>): Promise<TemplateChoice[]> {
  return []
}
