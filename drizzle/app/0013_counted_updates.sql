DROP TRIGGER `delivery_reasons_added`;
--> statement-breakpoint
DROP TRIGGER `variant_counts_added`;
--> statement-breakpoint
DROP TRIGGER `variant_counts_changed`;
--> statement-breakpoint
DROP TRIGGER `variant_counts_clicked`;
--> statement-breakpoint
CREATE TRIGGER `variant_counts_changed` AFTER UPDATE OF `state` ON `deliveries`
	WHEN new.`is_trial` and (new.`state` = 'sent') <> (old.`state` = 'sent') BEGIN
	INSERT INTO `variant_counts` (`broadcast_id`, `variant`, `sent`, `clicked`)
		SELECT new.`broadcast_id`, new.`variant`, `weight`, `weight` * exists (SELECT 1 FROM `broadcast_clicks`
			WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id`)
		FROM (SELECT (new.`state` = 'sent') - (old.`state` = 'sent') as `weight`) WHERE new.`part` = (SELECT coalesce(json_array_length(`content`, '$.media') > 1 and exists (SELECT 1
			FROM json_each(`content`, '$.buttons') WHERE json_array_length(`value`) > 0), 0)
			FROM `broadcasts` WHERE `id` = new.`broadcast_id`)
		ON CONFLICT DO UPDATE SET `sent` = `sent` + excluded.`sent`, `clicked` = `clicked` + excluded.`clicked`;
END;
--> statement-breakpoint
CREATE TRIGGER `variant_counts_clicked` AFTER INSERT ON `broadcast_clicks`
	WHEN (SELECT count(*) FROM (SELECT 1 FROM `broadcast_clicks`
		WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id` LIMIT 2)) = 1 BEGIN
	INSERT INTO `variant_counts` (`broadcast_id`, `variant`, `sent`, `clicked`)
		SELECT `broadcast_id`, `variant`, 0, 1 FROM `deliveries`
		WHERE `broadcast_id` = new.`broadcast_id` and `chat_id` = new.`chat_id` and `is_trial` and `state` = 'sent'
			and `part` = (SELECT coalesce(json_array_length(`content`, '$.media') > 1 and exists (SELECT 1
			FROM json_each(`content`, '$.buttons') WHERE json_array_length(`value`) > 0), 0)
			FROM `broadcasts` WHERE `id` = new.`broadcast_id`)
		ON CONFLICT DO UPDATE SET `clicked` = `clicked` + 1;
END;