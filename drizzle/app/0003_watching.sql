CREATE TABLE `chart_drawings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`asset` text NOT NULL,
	`body` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chart_drawings_user` ON `chart_drawings` (`user_id`,`asset`);--> statement-breakpoint
CREATE TABLE `chart_layouts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`body` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `chart_layouts_user` ON `chart_layouts` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `favourite_assets` (
	`user_id` text NOT NULL,
	`asset` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `asset`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `price_alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`asset` text NOT NULL,
	`kind` text NOT NULL,
	`value` real NOT NULL,
	`base_price` real NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`fired_at` integer,
	`fired_price` real,
	`seen_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `price_alerts_user` ON `price_alerts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `price_alerts_waiting` ON `price_alerts` (`fired_at`,`asset`);--> statement-breakpoint
CREATE TABLE `screen_settings` (
	`user_id` text NOT NULL,
	`screen` text NOT NULL,
	`settings` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `screen`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
