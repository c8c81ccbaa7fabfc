ALTER TABLE `sessions` ADD `begun_in` text;--> statement-breakpoint
CREATE INDEX `sessions_begun_in` ON `sessions` (`begun_in`);