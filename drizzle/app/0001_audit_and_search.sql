-- What was done stays: the log only grows.
CREATE TRIGGER `audit_log_kept` BEFORE UPDATE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'The audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_whole` BEFORE DELETE ON `audit_log` BEGIN
	SELECT RAISE(ABORT, 'The audit log only grows');
END;
--> statement-breakpoint
-- Any three letters in a row of what a person goes by find that person.
CREATE VIRTUAL TABLE `users_search` USING fts5(words, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `users_search_added` AFTER INSERT ON `users` BEGIN
	INSERT INTO `users_search` (rowid, words) VALUES (
		new.rowid, concat_ws(char(10), new.login, new.name, new.id, '@' || new.telegram_name, new.telegram_id)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_changed` AFTER UPDATE OF `login`, `name`, `telegram_name`, `telegram_id` ON `users` BEGIN
	DELETE FROM `users_search` WHERE rowid = old.rowid;
	INSERT INTO `users_search` (rowid, words) VALUES (
		new.rowid, concat_ws(char(10), new.login, new.name, new.id, '@' || new.telegram_name, new.telegram_id)
	);
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_removed` AFTER DELETE ON `users` BEGIN
	DELETE FROM `users_search` WHERE rowid = old.rowid;
END;
