import app0000 from '../../drizzle/app/0000_accounts.sql' with { type: 'text' }
import app0001 from '../../drizzle/app/0001_audit_and_search.sql' with { type: 'text' }
import app0002 from '../../drizzle/app/0002_user_lists.sql' with { type: 'text' }
import app0003 from '../../drizzle/app/0003_watching.sql' with { type: 'text' }
import app0004 from '../../drizzle/app/0004_audit_bounds.sql' with { type: 'text' }
import app0005 from '../../drizzle/app/0005_sign_in_warnings.sql' with { type: 'text' }
import app0006 from '../../drizzle/app/0006_begun_in.sql' with { type: 'text' }
import app0007 from '../../drizzle/app/0007_dismissed_on_device.sql' with { type: 'text' }
import app0008 from '../../drizzle/app/0008_bots.sql' with { type: 'text' }
import app0009 from '../../drizzle/app/0009_bots_of_people.sql' with { type: 'text' }
import app0010 from '../../drizzle/app/0010_telegram_and_broadcasts.sql' with { type: 'text' }
import app0011 from '../../drizzle/app/0011_variants_and_series.sql' with { type: 'text' }
import app0012 from '../../drizzle/app/0012_counts.sql' with { type: 'text' }
import app0013 from '../../drizzle/app/0013_counted_updates.sql' with { type: 'text' }
import app0014 from '../../drizzle/app/0014_bucket_most.sql' with { type: 'text' }
import app0015 from '../../drizzle/app/0015_presence_and_audience.sql' with { type: 'text' }
import app0016 from '../../drizzle/app/0016_click_counts.sql' with { type: 'text' }
import app0017 from '../../drizzle/app/0017_api_tokens.sql' with { type: 'text' }
import app0018 from '../../drizzle/app/0018_passkeys.sql' with { type: 'text' }
import app0019 from '../../drizzle/app/0019_security_news.sql' with { type: 'text' }
import app0020 from '../../drizzle/app/0020_tokens_told.sql' with { type: 'text' }
import app0021 from '../../drizzle/app/0021_passkeys_told.sql' with { type: 'text' }
import app0022 from '../../drizzle/app/0022_readers_feedback.sql' with { type: 'text' }
import app0023 from '../../drizzle/app/0023_alert_kinds.sql' with { type: 'text' }
import app0024 from '../../drizzle/app/0024_watchlists.sql' with { type: 'text' }
import app0025 from '../../drizzle/app/0025_alert_pushes.sql' with { type: 'text' }
import app0026 from '../../drizzle/app/0026_trade_notes.sql' with { type: 'text' }
import market0000 from '../../drizzle/market/0000_candles.sql' with { type: 'text' }
import market0001 from '../../drizzle/market/0001_whole_steps.sql' with { type: 'text' }
import market0002 from '../../drizzle/market/0002_listings_and_trades.sql' with { type: 'text' }
import market0003 from '../../drizzle/market/0003_one_writer.sql' with { type: 'text' }
import market0004 from '../../drizzle/market/0004_more_timeframes.sql' with { type: 'text' }
import { contentMigrations } from './content-migrations.ts'
import type { Migration } from './migrate.ts'

/**
 * Migrations by database. They are imported, so that the single binary embeds them. A test compares this list with the
 * folder `drizzle/`.
 */
export const migrations: Record<'app' | 'content' | 'market', Migration[]> = {
  app: [
    { name: '0000_accounts', sql: app0000 },
    { name: '0001_audit_and_search', sql: app0001 },
    { name: '0002_user_lists', sql: app0002 },
    { name: '0003_watching', sql: app0003 },
    { name: '0004_audit_bounds', sql: app0004 },
    { name: '0005_sign_in_warnings', sql: app0005 },
    { name: '0006_begun_in', sql: app0006 },
    { name: '0007_dismissed_on_device', sql: app0007 },
    { name: '0008_bots', sql: app0008 },
    { name: '0009_bots_of_people', sql: app0009 },
    { name: '0010_telegram_and_broadcasts', sql: app0010 },
    { name: '0011_variants_and_series', sql: app0011 },
    { name: '0012_counts', sql: app0012 },
    { name: '0013_counted_updates', sql: app0013 },
    { name: '0014_bucket_most', sql: app0014 },
    { name: '0015_presence_and_audience', sql: app0015 },
    { name: '0016_click_counts', sql: app0016 },
    { name: '0017_api_tokens', sql: app0017 },
    { name: '0018_passkeys', sql: app0018 },
    { name: '0019_security_news', sql: app0019 },
    { name: '0020_tokens_told', sql: app0020 },
    { name: '0021_passkeys_told', sql: app0021 },
    { name: '0022_readers_feedback', sql: app0022 },
    { name: '0023_alert_kinds', sql: app0023 },
    { name: '0024_watchlists', sql: app0024 },
    { name: '0025_alert_pushes', sql: app0025 },
    { name: '0026_trade_notes', sql: app0026 },
  ],
  content: contentMigrations,
  market: [
    { name: '0000_candles', sql: market0000 },
    { name: '0001_whole_steps', sql: market0001 },
    { name: '0002_listings_and_trades', sql: market0002 },
    { name: '0003_one_writer', sql: market0003 },
    { name: '0004_more_timeframes', sql: market0004 },
  ],
}
