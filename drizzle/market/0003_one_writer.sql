CREATE TABLE `market_writer` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	CONSTRAINT "former_writer" CHECK("market_writer"."id" = 1)
);
