CREATE TABLE `search_links` (
	`path` text NOT NULL,
	`text` text NOT NULL,
	`source` text NOT NULL,
	PRIMARY KEY (`path`, `text`, `source`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `search_links_source` ON `search_links` (`source`);
