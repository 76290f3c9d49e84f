-- Which languages there are is the build's to know (texts/): one more is a folder, not a migration.
alter table account_preferences drop constraint account_preferences_language_check;
