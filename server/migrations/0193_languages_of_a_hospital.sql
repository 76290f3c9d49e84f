-- The languages in which a hospital speaks to whoever stands before its screens, the first its own. Empty: it has
-- not chosen. Which there are is the build's to know.
alter table hospital add column languages text[] not null default '{}';
