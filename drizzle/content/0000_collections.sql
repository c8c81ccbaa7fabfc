CREATE TABLE `_content_blog_en` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`category` text NOT NULL,
	`date` text NOT NULL,
	`description` text NOT NULL,
	`draft` integer NOT NULL,
	`extension` text NOT NULL,
	`head` text,
	`image` text,
	`meta` text NOT NULL,
	`navigation` text,
	`ogImage` text,
	`path` text NOT NULL,
	`robots` text,
	`schemaOrg` text,
	`seo` text NOT NULL,
	`sitemap` text,
	`stem` text NOT NULL,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_blog_en_path_unique` ON `_content_blog_en` (`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `_content_blog_en___hash___unique` ON `_content_blog_en` (`__hash__`);--> statement-breakpoint
CREATE TABLE `_content_blog_ru` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`category` text NOT NULL,
	`date` text NOT NULL,
	`description` text NOT NULL,
	`draft` integer NOT NULL,
	`extension` text NOT NULL,
	`head` text,
	`image` text,
	`meta` text NOT NULL,
	`navigation` text,
	`ogImage` text,
	`path` text NOT NULL,
	`robots` text,
	`schemaOrg` text,
	`seo` text NOT NULL,
	`sitemap` text,
	`stem` text NOT NULL,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_blog_ru_path_unique` ON `_content_blog_ru` (`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `_content_blog_ru___hash___unique` ON `_content_blog_ru` (`__hash__`);--> statement-breakpoint
CREATE TABLE `_content_categories_en` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`extension` text NOT NULL,
	`icon` text,
	`label` text,
	`meta` text NOT NULL,
	`slug` text NOT NULL,
	`stem` text NOT NULL,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_categories_en___hash___unique` ON `_content_categories_en` (`__hash__`);--> statement-breakpoint
CREATE TABLE `_content_categories_ru` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`extension` text NOT NULL,
	`icon` text,
	`label` text,
	`meta` text NOT NULL,
	`slug` text NOT NULL,
	`stem` text NOT NULL,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_categories_ru___hash___unique` ON `_content_categories_ru` (`__hash__`);--> statement-breakpoint
CREATE TABLE `content_files` (
	`file` text PRIMARY KEY NOT NULL,
	`collection` text NOT NULL,
	`row_id` text NOT NULL,
	`path` text NOT NULL,
	`digest` text NOT NULL,
	`source` text NOT NULL,
	`words` integer NOT NULL,
	`publish_at` integer
);
--> statement-breakpoint
CREATE INDEX `content_files_path` ON `content_files` (`path`);--> statement-breakpoint
CREATE TABLE `content_folders` (
	`stem` text PRIMARY KEY NOT NULL,
	`collection` text NOT NULL,
	`title` text,
	`icon` text,
	`is_hidden` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_images` (
	`src` text PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`widths` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `_content_docs_en` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`description` text NOT NULL,
	`draft` integer NOT NULL,
	`extension` text NOT NULL,
	`head` text,
	`meta` text NOT NULL,
	`navigation` text,
	`ogImage` text,
	`path` text NOT NULL,
	`robots` text,
	`schemaOrg` text,
	`seo` text NOT NULL,
	`sitemap` text,
	`stem` text NOT NULL,
	`updated` text,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_docs_en_path_unique` ON `_content_docs_en` (`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `_content_docs_en___hash___unique` ON `_content_docs_en` (`__hash__`);--> statement-breakpoint
CREATE TABLE `_content_docs_ru` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`description` text NOT NULL,
	`draft` integer NOT NULL,
	`extension` text NOT NULL,
	`head` text,
	`meta` text NOT NULL,
	`navigation` text,
	`ogImage` text,
	`path` text NOT NULL,
	`robots` text,
	`schemaOrg` text,
	`seo` text NOT NULL,
	`sitemap` text,
	`stem` text NOT NULL,
	`updated` text,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_docs_ru_path_unique` ON `_content_docs_ru` (`path`);--> statement-breakpoint
CREATE UNIQUE INDEX `_content_docs_ru___hash___unique` ON `_content_docs_ru` (`__hash__`);--> statement-breakpoint
CREATE TABLE `_content_info_data` (
	`id` text PRIMARY KEY NOT NULL,
	`extension` text NOT NULL,
	`meta` text NOT NULL,
	`stem` text NOT NULL,
	`__hash__` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `_content_info_data___hash___unique` ON `_content_info_data` (`__hash__`);