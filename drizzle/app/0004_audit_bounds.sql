CREATE TABLE `audit_retention` (
	`id` integer PRIMARY KEY NOT NULL,
	`kept_since` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audit_log` ADD `count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `repeat_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_repeat_key_unique` ON `audit_log` (`repeat_key`);
--> statement-breakpoint
DROP TRIGGER `audit_log_kept`;--> statement-breakpoint
DROP TRIGGER `audit_log_whole`;--> statement-breakpoint
-- What was done stays: a line that is counted may only count once more, and what is too old may go.
CREATE TRIGGER `audit_log_kept` BEFORE UPDATE ON `audit_log`
WHEN old.`repeat_key` IS NULL OR new.`count` <> old.`count` + 1 OR
	(new.`id`, new.`at`, new.`act`, new.`is_success`, new.`actor_id`, new.`actor_login`, new.`subject_id`,
		new.`subject_login`, new.`before`, new.`after`, new.`address`, new.`request_id`, new.`repeat_key`) IS NOT
	(old.`id`, old.`at`, old.`act`, old.`is_success`, old.`actor_id`, old.`actor_login`, old.`subject_id`,
		old.`subject_login`, old.`before`, old.`after`, old.`address`, old.`request_id`, old.`repeat_key`)
BEGIN
	SELECT RAISE(ABORT, 'The audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_whole` BEFORE DELETE ON `audit_log`
WHEN old.`at` >= coalesce((SELECT `kept_since` FROM `audit_retention` WHERE `id` = 1), 0)
BEGIN
	SELECT RAISE(ABORT, 'The audit log only grows');
END;
