ALTER TABLE `broadcasts` ADD `audience_until` integer;--> statement-breakpoint
ALTER TABLE `rate_buckets` ADD `seen_at` integer DEFAULT 0 NOT NULL;