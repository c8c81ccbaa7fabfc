ALTER TABLE `content_files` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `content_files` ADD `stamp` text;--> statement-breakpoint
CREATE INDEX `content_files_known` ON `content_files` (`file`,`collection`,`row_id`,`path`,`digest`,`words`,`publish_at`,`version`,`stamp`);--> statement-breakpoint
CREATE INDEX `content_files_news` ON `content_files` (`collection`,`version`,`path`,`file`,`words`);--> statement-breakpoint
CREATE INDEX `content_files_warnings` ON `content_files` (`file`,`warnings`) WHERE warnings is not null;--> statement-breakpoint
CREATE INDEX `content_files_pictures` ON `content_files` (`file`,`pictures`) WHERE pictures is not null;--> statement-breakpoint
CREATE INDEX `_content_blog_en_list` ON `_content_blog_en` (`path`,`stem`,`title`,`description`,`robots`,`sitemap`,`category`,`date`,`image`);--> statement-breakpoint
CREATE INDEX `_content_blog_en_hashes` ON `_content_blog_en` (`id`,`__hash__`);--> statement-breakpoint
CREATE INDEX `_content_blog_ru_list` ON `_content_blog_ru` (`path`,`stem`,`title`,`description`,`robots`,`sitemap`,`category`,`date`,`image`);--> statement-breakpoint
CREATE INDEX `_content_blog_ru_hashes` ON `_content_blog_ru` (`id`,`__hash__`);--> statement-breakpoint
CREATE INDEX `_content_docs_en_list` ON `_content_docs_en` (`path`,`stem`,`title`,`description`,`robots`,`sitemap`,`navigation`,`updated`);--> statement-breakpoint
CREATE INDEX `_content_docs_en_hashes` ON `_content_docs_en` (`id`,`__hash__`);--> statement-breakpoint
CREATE INDEX `_content_docs_ru_list` ON `_content_docs_ru` (`path`,`stem`,`title`,`description`,`robots`,`sitemap`,`navigation`,`updated`);--> statement-breakpoint
CREATE INDEX `_content_docs_ru_hashes` ON `_content_docs_ru` (`id`,`__hash__`);