CREATE TABLE `missed_queries` (
	`locale` text NOT NULL,
	`query` text NOT NULL,
	`times` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`locale`, `query`)
);
--> statement-breakpoint
CREATE INDEX `missed_queries_last` ON `missed_queries` (`locale`,`last_at`);--> statement-breakpoint
CREATE TABLE `page_votes` (
	`path` text PRIMARY KEY NOT NULL,
	`helpful` integer NOT NULL,
	`unhelpful` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `page_votes_last` ON `page_votes` (`last_at`);