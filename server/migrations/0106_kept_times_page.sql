-- Whether a hospital shows everybody how well its times hold [WAIT-3].
alter table hospital add column shows_kept_times boolean not null default false;
