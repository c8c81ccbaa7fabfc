CREATE INDEX `account_warnings_last` ON `account_warnings` (`last_at`);--> statement-breakpoint
CREATE INDEX `devices_new` ON `devices` (`created_at`) WHERE is_new = 1;