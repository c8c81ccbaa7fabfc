import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import type { FeedbackDeps } from './feedback-deps.ts'
import { feedbackRoutes } from './routes.ts'

export const feedbackManifest = {
  pages: (deps) => feedbackRoutes(deps),
  navigation: [
    {
      menu: 'admin',
      path: paths.adminContent,
      icon: 'i-lucide-message-square-text',
      label: 'feedback.title',
      order: 25,
    },
  ],
} satisfies Manifest<FeedbackDeps>
