CREATE TABLE `content_moves` (
	`path` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`target` text,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `content_moves_lost` ON `content_moves` (`hash`) WHERE target is null;--> statement-breakpoint
CREATE INDEX `content_moves_target` ON `content_moves` (`target`);--> statement-breakpoint
CREATE INDEX `content_moves_version` ON `content_moves` (`version`);--> statement-breakpoint
CREATE TABLE `content_redirects` (
	`file` text NOT NULL,
	`path` text NOT NULL,
	`target` text NOT NULL,
	`line` integer NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`file`, `path`)
);
--> statement-breakpoint
CREATE INDEX `content_redirects_path` ON `content_redirects` (`path`,`file`,`target`);--> statement-breakpoint
ALTER TABLE `content_files` ADD `text_hash` text;--> statement-breakpoint
CREATE INDEX `content_files_texts` ON `content_files` (`text_hash`,`path`) WHERE text_hash is not null;