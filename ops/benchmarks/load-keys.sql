-- Loads the keys of a listing (index, key id, public key, account) as registered keys of the benchmark's app.
-- LISTING is replaced by the file's path: psql's \copy takes no variables.
create unlogged table if not exists bench_listing (key_index bigint, key_id text, public_key text, account_id text);
truncate bench_listing;
\copy bench_listing from 'LISTING' with (format csv, header)
drop table if exists bench_keys;
create unlogged table bench_keys as
  select l.key_index, a.tenant_id, a.app_pk, nextval('assay.id_seq') as account_pk, nextval('assay.id_seq') as key_pk,
    decode(l.key_id, 'hex') as key_id, decode(l.public_key, 'hex') as public_key, l.account_id
  from bench_listing l
  cross join (select tenant_id, app_pk from assay.apps where app_id = current_setting('assay.bench_app') limit 1) a;
drop table bench_listing;
insert into assay.accounts (tenant_id, account_pk, app_pk, account_id, created_at)
  select tenant_id, account_pk, app_pk, account_id, now() from bench_keys;
insert into assay.keys (tenant_id, key_pk, app_pk, account_pk, key_id, public_key, environment, is_lab, submission, registered_at)
  select tenant_id, key_pk, app_pk, account_pk, key_id, public_key, 1, false, sha256(key_id), now() from bench_keys;
insert into assay.key_state (tenant_id, key_pk, counter, version, status, shows_extension, is_lab)
  select tenant_id, key_pk, 0, 1, 1, false, false from bench_keys;
create unique index on bench_keys (key_index);
vacuum analyze assay.accounts, assay.keys, assay.key_state, bench_keys;
