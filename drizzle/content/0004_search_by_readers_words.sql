-- Words come back when their pages are read again, which the raised version of the pipeline makes happen.
DELETE FROM `search_words`;
--> statement-breakpoint
ALTER TABLE `search_words` ADD `sound` text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX `search_words_sound` ON `search_words` (`locale`,`sound`);
--> statement-breakpoint
ALTER TABLE `search_pages` DROP COLUMN `stems`;
--> statement-breakpoint
ALTER TABLE `search_pages` ADD `forms` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `search_pages` ADD `roots` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `search_pages` ADD `keywords` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
CREATE TABLE `search_synonyms` (
	`locale` text NOT NULL,
	`phrase` text NOT NULL,
	`means` text NOT NULL,
	PRIMARY KEY (`locale`, `phrase`, `means`)
) WITHOUT ROWID;
