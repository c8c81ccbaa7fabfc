-- Prices and volumes as whole numbers of each asset's steps. What another feed than these stored is fetched again: the
-- digits of its numbers are not known here.
CREATE TABLE `digits` (
	`asset` text PRIMARY KEY NOT NULL,
	`price_digits` integer NOT NULL,
	`volume_digits` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `digits` VALUES ('BTCUSDT', 2, 5), ('ETHUSDT', 2, 4), ('SOLUSDT', 2, 3), ('BNBUSDT', 2, 3), ('XRPUSDT', 4, 1), ('DOGEUSDT', 5, 0), ('TONUSDT', 3, 2), ('ADAUSDT', 4, 1), ('AVAXUSDT', 2, 2), ('LINKUSDT', 2, 2), ('DOTUSDT', 3, 2), ('LTCUSDT', 2, 3);
--> statement-breakpoint
CREATE TABLE `new_candles` (
	`asset` text NOT NULL,
	`tf` integer NOT NULL,
	`open_time` integer NOT NULL,
	`open` integer NOT NULL,
	`high` integer NOT NULL,
	`low` integer NOT NULL,
	`close` integer NOT NULL,
	`volume` integer NOT NULL,
	`is_closed` integer NOT NULL,
	`time` integer NOT NULL,
	PRIMARY KEY(`asset`, `tf`, `open_time`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `new_candles`
SELECT `asset`, `tf`, `open_time`, round(`open` * price), round(`high` * price), round(`low` * price), round(`close` * price), round(`volume` * volume_steps), `is_closed`, `time`
FROM `candles` JOIN (
	SELECT `asset` AS known, CAST('1e' || `price_digits` AS real) AS price, CAST('1e' || `volume_digits` AS real) AS volume_steps FROM `digits`
) ON known = `asset`
WHERE EXISTS (SELECT 1 FROM `market_source` WHERE `feed` LIKE 'demo %' OR `feed` LIKE 'binance%')
ORDER BY `asset`, `tf`, `open_time`;
--> statement-breakpoint
DROP TABLE `candles`;
--> statement-breakpoint
ALTER TABLE `new_candles` RENAME TO `candles`;
--> statement-breakpoint
DELETE FROM `gaps` WHERE NOT EXISTS (SELECT 1 FROM `candles` WHERE `candles`.`asset` = `gaps`.`asset`);
--> statement-breakpoint
DELETE FROM `digits` WHERE NOT EXISTS (SELECT 1 FROM `candles` WHERE `candles`.`asset` = `digits`.`asset`);
--> statement-breakpoint
DELETE FROM `market_source` WHERE NOT EXISTS (SELECT 1 FROM `candles`);
