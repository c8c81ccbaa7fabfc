CREATE TABLE `bot_acts` (
	`bot_id` text NOT NULL,
	`id` integer NOT NULL,
	`act` text NOT NULL,
	`created_at` integer NOT NULL,
	`taken_after` integer,
	PRIMARY KEY(`bot_id`, `id`),
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `bot_log` (
	`bot_id` text NOT NULL,
	`time` integer NOT NULL,
	`part` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`bot_id`, `time`, `part`),
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `bot_marks` (
	`bot_id` text NOT NULL,
	`hour` integer NOT NULL,
	`equity` integer NOT NULL,
	`close` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `hour`),
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `bot_revisions` (
	`bot_id` text NOT NULL,
	`revision` integer NOT NULL,
	`plan` text NOT NULL,
	`created_at` integer NOT NULL,
	`played_after` integer,
	PRIMARY KEY(`bot_id`, `revision`),
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `bot_trades` (
	`bot_id` text NOT NULL,
	`id` integer NOT NULL,
	`time` integer NOT NULL,
	`side` text NOT NULL,
	`price` integer NOT NULL,
	`quantity` integer NOT NULL,
	`fee` integer NOT NULL,
	`profit` integer NOT NULL,
	`reason` text NOT NULL,
	`is_caught_up` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `id`),
	FOREIGN KEY (`bot_id`) REFERENCES `bots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `bots` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`asset` text NOT NULL,
	`tf` integer NOT NULL,
	`capital` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`revision` integer NOT NULL,
	`played_revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`started_at` integer,
	`source` text,
	`price_digits` integer,
	`volume_digits` integer,
	`cursor` integer DEFAULT -1 NOT NULL,
	`snapshot` text,
	`equity` integer NOT NULL,
	`next_trade` integer DEFAULT 1 NOT NULL,
	`next_act` integer DEFAULT 1 NOT NULL,
	`holder` text,
	`held_until` integer DEFAULT 0 NOT NULL,
	`share_key` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bots_share_key_unique` ON `bots` (`share_key`);--> statement-breakpoint
CREATE INDEX `bots_user` ON `bots` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `bots_state` ON `bots` (`state`,`held_until`);