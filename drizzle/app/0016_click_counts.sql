CREATE TABLE `click_counts` (
	`broadcast_id` text NOT NULL,
	`button` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`broadcast_id`, `button`),
	FOREIGN KEY (`broadcast_id`) REFERENCES `broadcasts`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `click_counts` (`broadcast_id`, `button`, `count`)
	SELECT `broadcast_id`, `button`, count(*) FROM `broadcast_clicks` GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER `click_counts_added` AFTER INSERT ON `broadcast_clicks` BEGIN
	INSERT INTO `click_counts` (`broadcast_id`, `button`, `count`) VALUES (new.`broadcast_id`, new.`button`, 1)
		ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
