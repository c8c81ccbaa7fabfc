CREATE TABLE `search_pages` (
	`id` integer PRIMARY KEY NOT NULL,
	`locale` text NOT NULL,
	`path` text NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`stems` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_pages_path` ON `search_pages` (`locale`,`path`);--> statement-breakpoint
CREATE TABLE `search_sections` (
	`id` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`title` text NOT NULL,
	`trail` text NOT NULL,
	`level` integer NOT NULL,
	`content` text NOT NULL
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_page_index_ru` USING fts5(title, headings, content, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3');
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_page_index_en` USING fts5(title, headings, content, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3');
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_section_index_ru` USING fts5(title, headings, content, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3');
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_section_index_en` USING fts5(title, headings, content, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3');
--> statement-breakpoint
INSERT INTO `search_page_index_ru`(`search_page_index_ru`, `rank`) VALUES ('rank', 'bm25(10.0, 4.0, 1.0)');
--> statement-breakpoint
INSERT INTO `search_page_index_en`(`search_page_index_en`, `rank`) VALUES ('rank', 'bm25(10.0, 4.0, 1.0)');
--> statement-breakpoint
INSERT INTO `search_section_index_ru`(`search_section_index_ru`, `rank`) VALUES ('rank', 'bm25(10.0, 3.0, 1.0)');
--> statement-breakpoint
INSERT INTO `search_section_index_en`(`search_section_index_en`, `rank`) VALUES ('rank', 'bm25(10.0, 3.0, 1.0)');
--> statement-breakpoint
CREATE TABLE `search_words` (
	`id` integer PRIMARY KEY NOT NULL,
	`locale` text NOT NULL,
	`word` text NOT NULL,
	`stem` text NOT NULL,
	`is_form` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_words_word` ON `search_words` (`locale`,`word`);--> statement-breakpoint
CREATE INDEX `search_words_stem` ON `search_words` (`locale`,`stem`);--> statement-breakpoint
CREATE TABLE `search_variants` (
	`locale` text NOT NULL,
	`variant` text NOT NULL,
	`word_id` integer NOT NULL,
	PRIMARY KEY (`locale`, `variant`, `word_id`)
) WITHOUT ROWID;
--> statement-breakpoint
-- The first 7 letters of every word, whole and with any one left out: words one edit apart share one of these.
CREATE TRIGGER `search_words_added` AFTER INSERT ON `search_words` BEGIN
	INSERT OR IGNORE INTO `search_variants`
	SELECT new.locale, substr(new.word, 1, value - 1) || substr(substr(new.word, 1, 7), value + 1), new.id
	FROM json_each('[1,2,3,4,5,6,7]') WHERE value <= length(new.word)
	UNION SELECT new.locale, substr(new.word, 1, 7), new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `search_words_removed` AFTER DELETE ON `search_words` BEGIN
	DELETE FROM `search_variants` WHERE locale = old.locale AND word_id = old.id AND variant IN (
		SELECT substr(old.word, 1, value - 1) || substr(substr(old.word, 1, 7), value + 1)
		FROM json_each('[1,2,3,4,5,6,7]') WHERE value <= length(old.word)
		UNION SELECT substr(old.word, 1, 7)
	);
END;
