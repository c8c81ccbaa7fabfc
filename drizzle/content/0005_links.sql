CREATE TABLE `content_links` (
	`file` text NOT NULL,
	`written` text NOT NULL,
	`line` integer,
	`path` text NOT NULL,
	`other_path` text NOT NULL,
	`anchor` text,
	`is_dead` integer NOT NULL,
	PRIMARY KEY(`file`, `written`)
);
--> statement-breakpoint
CREATE INDEX `content_links_path` ON `content_links` (`path`);--> statement-breakpoint
CREATE INDEX `content_links_dead` ON `content_links` (`file`) WHERE is_dead = 1;--> statement-breakpoint
ALTER TABLE `content_files` ADD `anchors` text;