CREATE TABLE `candles` (
	`asset` text NOT NULL,
	`tf` integer NOT NULL,
	`open_time` integer NOT NULL,
	`open` real NOT NULL,
	`high` real NOT NULL,
	`low` real NOT NULL,
	`close` real NOT NULL,
	`volume` real NOT NULL,
	`is_closed` integer NOT NULL,
	`time` integer NOT NULL,
	PRIMARY KEY(`asset`, `tf`, `open_time`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `gaps` (
	`asset` text NOT NULL,
	`from_time` integer NOT NULL,
	`to_time` integer NOT NULL,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`asset`, `from_time`)
);
--> statement-breakpoint
CREATE INDEX `gaps_to` ON `gaps` (`asset`,`to_time`);--> statement-breakpoint
CREATE TABLE `market_source` (
	`id` integer PRIMARY KEY NOT NULL,
	`feed` text NOT NULL
);
