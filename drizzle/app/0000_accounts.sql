CREATE TABLE `account_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_links_user` ON `account_links` (`user_id`,`kind`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`act` text NOT NULL,
	`is_success` integer NOT NULL,
	`actor_id` text,
	`actor_login` text,
	`subject_id` text,
	`subject_login` text,
	`before` text,
	`after` text,
	`address` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_act` ON `audit_log` (`act`,`id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_views_user` ON `saved_views` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`secret_hash` blob NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`proven_at` integer NOT NULL,
	`user_agent` text NOT NULL,
	`address` text NOT NULL,
	`impersonator_id` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`impersonator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`login` text NOT NULL,
	`login_key` text NOT NULL,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`ban_reason` text,
	`ban_until` integer,
	`telegram_id` integer,
	`telegram_name` text,
	`accent` text,
	`password_hash` text,
	`password_changed_at` integer,
	`totp_secret` text,
	`totp_last_step` integer,
	`created_at` integer NOT NULL,
	`last_seen_at` integer,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_login_key_unique` ON `users` (`login_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_telegram_id_unique` ON `users` (`telegram_id`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`,`id`);--> statement-breakpoint
CREATE INDEX `users_status` ON `users` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (`name`,`id`);