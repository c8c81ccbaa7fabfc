CREATE TABLE `series` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`trigger` text NOT NULL,
	`clicked_broadcast` text,
	`clicked_button` integer,
	`quiet_from` integer,
	`quiet_to` integer,
	`started_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`created_by` text,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `series_people` (
	`series_id` text NOT NULL,
	`chat_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`series_id`, `chat_id`),
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `series_people_waiting` ON `series_people` (`series_id`,`position`,`due_at`,`chat_id`) WHERE "series_people"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `series_people_chat` ON `series_people` (`chat_id`) WHERE "series_people"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `series_people_over` ON `series_people` (`series_id`,`state`,`position`);--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `trial_percent` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `trial_minutes` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `trial_ends_at` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `winner` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `winner_by` text;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `series_id` text REFERENCES series(id);--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `series_position` integer;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `delay_minutes` integer;--> statement-breakpoint
CREATE INDEX `broadcasts_series` ON `broadcasts` (`series_id`,`series_position`) WHERE "broadcasts"."series_id" is not null;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `is_trial` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_held` ON `deliveries` (`broadcast_id`,`chat_id`) WHERE "deliveries"."state" = 'held';--> statement-breakpoint
CREATE INDEX `deliveries_trial` ON `deliveries` (`broadcast_id`,`variant`,`state`) WHERE "deliveries"."is_trial";