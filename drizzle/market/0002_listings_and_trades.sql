CREATE TABLE `listings` (
	`asset` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`price_step` text NOT NULL,
	`quantity_step` text NOT NULL,
	`min_notional` text NOT NULL,
	`checked_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `candles` ADD `trades` integer;--> statement-breakpoint
ALTER TABLE `candles` ADD `quote_volume` integer;--> statement-breakpoint
ALTER TABLE `candles` ADD `taker_volume` integer;