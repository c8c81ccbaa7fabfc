CREATE TABLE `broadcast_clicks` (
	`broadcast_id` text NOT NULL,
	`button` integer NOT NULL,
	`chat_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `button`, `chat_id`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`error` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`content` text NOT NULL,
	`audience` text NOT NULL,
	`on_unknown` text DEFAULT 'hold' NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`is_paid` integer DEFAULT false NOT NULL,
	`scheduled_at` integer,
	`started_at` integer,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`created_by` text,
	`edited_by` text,
	`needs_approval` integer DEFAULT false NOT NULL,
	`approved_by` text,
	`approved_revision` integer,
	`started_by` text,
	`task` text,
	`task_cursor` integer,
	`task_total` integer DEFAULT 0 NOT NULL,
	`task_done` integer DEFAULT 0 NOT NULL,
	`task_failed` integer DEFAULT 0 NOT NULL,
	`snapshot_cursor` integer,
	`is_snapshot_whole` integer DEFAULT false NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`unknown` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`dropped` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`edited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`approved_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`started_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `broadcasts_created` ON `broadcasts` (`created_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_state` ON `broadcasts` (`state`,`scheduled_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_task` ON `broadcasts` (`task`) WHERE "broadcasts"."task" is not null;--> statement-breakpoint
CREATE TABLE `button_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`rows` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `button_templates_name_unique` ON `button_templates` (`name`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`broadcast_id` text NOT NULL,
	`chat_id` integer NOT NULL,
	`part` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'pending' NOT NULL,
	`locale` text NOT NULL,
	`name` text NOT NULL,
	`variant` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`message_id` integer,
	`messages` integer DEFAULT 1 NOT NULL,
	`reason` text,
	`error` text,
	`due_at` integer DEFAULT 0 NOT NULL,
	`at` integer NOT NULL,
	`holder` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`broadcast_id`, `chat_id`, `part`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`broadcast_id`,`due_at`,`chat_id`) WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_busy` ON `deliveries` (`lease_until`) WHERE "deliveries"."state" in ('claimed', 'sending');--> statement-breakpoint
CREATE INDEX `deliveries_odd` ON `deliveries` (`broadcast_id`,`state`,`chat_id`,`reason`) WHERE "deliveries"."state" in ('failed', 'unknown', 'skipped');--> statement-breakpoint
CREATE TABLE `notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chat_id` integer NOT NULL,
	`method` text NOT NULL,
	`payload` text NOT NULL,
	`reason` text,
	`state` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`error` text,
	`holder` text,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_reason_unique` ON `notices` (`reason`);--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`due_at`) WHERE "notices"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `notices_busy` ON `notices` (`lease_until`) WHERE "notices"."state" in ('claimed', 'sending');--> statement-breakpoint
CREATE INDEX `notices_created` ON `notices` (`created_at`);--> statement-breakpoint
CREATE TABLE `rate_buckets` (
	`bot_id` integer NOT NULL,
	`lane` text NOT NULL,
	`tat` real DEFAULT 0 NOT NULL,
	`rate` real NOT NULL,
	`frozen_until` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`bot_id`, `lane`)
);
--> statement-breakpoint
CREATE TABLE `subscribers` (
	`chat_id` integer PRIMARY KEY NOT NULL,
	`locale` text NOT NULL,
	`name` text NOT NULL,
	`username` text,
	`state` text NOT NULL,
	`user_id` text,
	`wants_alerts` integer DEFAULT true NOT NULL,
	`wants_reports` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`active_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_user_id_unique` ON `subscribers` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscribers_audience` ON `subscribers` (`state`,`locale`,`active_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `subscribers_created` ON `subscribers` (`created_at`);--> statement-breakpoint
CREATE TABLE `telegram_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`chat_id` integer,
	`is_confirmed_in_chat` integer DEFAULT false NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `telegram_links_user_id_unique` ON `telegram_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `telegram_links_expiry` ON `telegram_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `telegram_updates` (
	`update_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `telegram_updates_at` ON `telegram_updates` (`at`);