CREATE TABLE `account_warnings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`wrong_passwords` integer DEFAULT 0 NOT NULL,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`since` integer,
	`last_at` integer,
	`last_address` text,
	`codes_empty_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `devices` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`user_agent` text NOT NULL,
	`address` text NOT NULL,
	`is_new` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;