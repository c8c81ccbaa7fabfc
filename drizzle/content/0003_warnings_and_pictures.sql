ALTER TABLE `content_files` ADD `warnings` text;--> statement-breakpoint
ALTER TABLE `content_files` ADD `pictures` text;