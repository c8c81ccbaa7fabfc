CREATE TABLE `delivery_reasons` (
	`broadcast_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `state`, `reason`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `series_places` (
	`series_id` text NOT NULL,
	`state` text NOT NULL,
	`position` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`series_id`, `state`, `position`),
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `variant_counts` (
	`broadcast_id` text NOT NULL,
	`variant` integer NOT NULL,
	`sent` integer NOT NULL,
	`clicked` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `variant`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `broadcast_clicks_chat` ON `broadcast_clicks` (`broadcast_id`,`chat_id`);--> statement-breakpoint
INSERT INTO `delivery_reasons` (`broadcast_id`, `state`, `reason`, `count`)
	SELECT `broadcast_id`, `state`, coalesce(`reason`, ''), count(*)
	FROM `deliveries` WHERE `state` in ('failed', 'unknown', 'skipped') GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO `variant_counts` (`broadcast_id`, `variant`, `sent`, `clicked`)
	SELECT `broadcast_id`, `variant`, sum(`weight`), sum(`weight` * exists (SELECT 1 FROM `broadcast_clicks`
		WHERE `broadcast_clicks`.`broadcast_id` = `own`.`broadcast_id` and `broadcast_clicks`.`chat_id` = `own`.`chat_id`))
	FROM (SELECT `broadcast_id`, `chat_id`, `variant`, (`state` = 'sent') - (`part` > 0) as `weight`
		FROM `deliveries` WHERE `is_trial`) as `own` GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO `series_places` (`series_id`, `state`, `position`, `count`)
	SELECT `series_id`, `state`, `position`, count(*) FROM `series_people` GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER `delivery_reasons_added` AFTER INSERT ON `deliveries` WHEN new.`state` in ('failed', 'unknown', 'skipped') BEGIN
	INSERT INTO `delivery_reasons` (`broadcast_id`, `state`, `reason`, `count`)
		VALUES (new.`broadcast_id`, new.`state`, coalesce(new.`reason`, ''), 1)
		ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_reasons_changed` AFTER UPDATE OF `state`, `reason` ON `deliveries`
	WHEN old.`state` in ('failed', 'unknown', 'skipped') or new.`state` in ('failed', 'unknown', 'skipped') BEGIN
	UPDATE `delivery_reasons` SET `count` = `count` - 1
		WHERE `broadcast_id` = old.`broadcast_id` and `state` = old.`state` and `reason` = coalesce(old.`reason`, '');
	INSERT INTO `delivery_reasons` (`broadcast_id`, `state`, `reason`, `count`)
		SELECT new.`broadcast_id`, new.`state`, coalesce(new.`reason`, ''), 1
		WHERE new.`state` in ('failed', 'unknown', 'skipped')
		ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `variant_counts_added` AFTER INSERT ON `deliveries`
	WHEN new.`is_trial` and (new.`state` = 'sent') <> (new.`part` > 0) BEGIN
	INSERT INTO `variant_counts` (`broadcast_id`, `variant`, `sent`, `clicked`)
		SELECT new.`broadcast_id`, new.`variant`, `weight`, `weight` * exists (SELECT 1 FROM `broadcast_clicks`
			WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id`)
		FROM (SELECT (new.`state` = 'sent') - (new.`part` > 0) as `weight`) WHERE true
		ON CONFLICT DO UPDATE SET `sent` = `sent` + excluded.`sent`, `clicked` = `clicked` + excluded.`clicked`;
END;
--> statement-breakpoint
CREATE TRIGGER `variant_counts_changed` AFTER UPDATE OF `state` ON `deliveries`
	WHEN new.`is_trial` and (new.`state` = 'sent') <> (old.`state` = 'sent') BEGIN
	INSERT INTO `variant_counts` (`broadcast_id`, `variant`, `sent`, `clicked`)
		SELECT new.`broadcast_id`, new.`variant`, `weight`, `weight` * exists (SELECT 1 FROM `broadcast_clicks`
			WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id`)
		FROM (SELECT (new.`state` = 'sent') - (old.`state` = 'sent') as `weight`) WHERE true
		ON CONFLICT DO UPDATE SET `sent` = `sent` + excluded.`sent`, `clicked` = `clicked` + excluded.`clicked`;
END;
--> statement-breakpoint
CREATE TRIGGER `variant_counts_clicked` AFTER INSERT ON `broadcast_clicks`
	WHEN (SELECT count(*) FROM (SELECT 1 FROM `broadcast_clicks`
		WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id` LIMIT 2)) = 1 BEGIN
	INSERT INTO `variant_counts` (`broadcast_id`, `variant`, `sent`, `clicked`)
		SELECT `broadcast_id`, `variant`, 0, sum((`state` = 'sent') - (`part` > 0)) FROM `deliveries`
		WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id` and `is_trial` GROUP BY 1, 2
		ON CONFLICT DO UPDATE SET `clicked` = `clicked` + excluded.`clicked`;
END;
--> statement-breakpoint
CREATE TRIGGER `series_places_added` AFTER INSERT ON `series_people` BEGIN
	INSERT INTO `series_places` (`series_id`, `state`, `position`, `count`)
		VALUES (new.`series_id`, new.`state`, new.`position`, 1)
		ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `series_places_changed` AFTER UPDATE OF `state`, `position` ON `series_people` BEGIN
	UPDATE `series_places` SET `count` = `count` - 1
		WHERE `series_id` = old.`series_id` and `state` = old.`state` and `position` = old.`position`;
	INSERT INTO `series_places` (`series_id`, `state`, `position`, `count`)
		VALUES (new.`series_id`, new.`state`, new.`position`, 1)
		ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;