ALTER TABLE `price_alerts` ADD `details` text;--> statement-breakpoint
ALTER TABLE `price_alerts` ADD `pause_ms` integer;--> statement-breakpoint
ALTER TABLE `price_alerts` ADD `resumes_at` integer;--> statement-breakpoint
ALTER TABLE `price_alerts` ADD `expires_at` integer;