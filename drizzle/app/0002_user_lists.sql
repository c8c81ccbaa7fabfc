DROP INDEX `users_role`;--> statement-breakpoint
DROP INDEX `users_status`;--> statement-breakpoint
DROP INDEX `users_seen`;--> statement-breakpoint
DROP INDEX `users_name`;--> statement-breakpoint
CREATE INDEX `users_by_created` ON `users` (`id`,`login_key`,`role`,`status`,`ban_until`,`locale`,`telegram_id`);--> statement-breakpoint
CREATE INDEX `users_by_seen` ON `users` (coalesce(`last_seen_at`, 0),`id`,`login_key`,`role`,`status`,`ban_until`,`locale`,`telegram_id`);--> statement-breakpoint
CREATE INDEX `users_by_name` ON `users` (`name`,`id`,`login_key`,`role`,`status`,`ban_until`,`locale`,`telegram_id`);--> statement-breakpoint
CREATE INDEX `users_by_login` ON `users` (`login_key`,`id`,`role`,`status`,`ban_until`,`locale`,`telegram_id`);--> statement-breakpoint
CREATE INDEX `users_kinds` ON `users` (`role`,`status`,`locale`,`telegram_id`);--> statement-breakpoint
CREATE INDEX `users_bans` ON `users` (`status`,`ban_until`,`role`,`locale`,`telegram_id`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_impersonator` ON `sessions` (`impersonator_id`);