CREATE TABLE `bot_drifts` (
	`bot_id` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`until` integer NOT NULL,
	`trades` integer NOT NULL,
	`differing` integer NOT NULL,
	`report` text NOT NULL,
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `bots` ADD `kind` text DEFAULT 'strategy' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `bots_manual` ON `bots` (`user_id`,`asset`) WHERE "bots"."kind" = 'manual';