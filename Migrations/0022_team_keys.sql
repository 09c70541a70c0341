-- The keys with which tenants' teams sign towards Apple, sealed under a master key that the database never sees.

create table assay.team_keys (
  tenant_id bigint not null,
  team_id text not null check (team_id ~ '^[A-Z0-9]{10}$'),
  key_id text not null check (key_id ~ '^[A-Z0-9]{10}$'),
  team_key_pk bigint not null,
  public_key bytea not null check (length(public_key) = 65), -- X9.63 point
  sealed bytea not null,
  master_key text not null, -- the fingerprint of the master key under which it is sealed
  added_at timestamptz not null default now(),
  refused_since timestamptz, -- Apple has refused it since
  primary key (tenant_id, team_id, key_id),
  foreign key (tenant_id) references assay.tenants (tenant_id)
);
alter table assay.team_keys enable row level security;
create policy tenant_rows on assay.team_keys using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint);
grant select on assay.team_keys to assay_worker;
grant select (tenant_id, team_id, key_id, team_key_pk, public_key, master_key, added_at, refused_since) on assay.team_keys
  to assay_api, assay_analyst;
grant select, insert, update, delete on assay.team_keys to assay_definer;

create function assay.put_team_key(
  p_tenant bigint, p_team text, p_key text, p_public bytea, p_sealed bytea, p_master text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint := pg_catalog.nextval('assay.id_seq');
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  insert into assay.team_keys (tenant_id, team_id, key_id, team_key_pk, public_key, sealed, master_key)
  values (p_tenant, p_team, p_key, v_id, p_public, p_sealed, p_master)
  on conflict (tenant_id, team_id, key_id) do update
    set sealed = excluded.sealed, master_key = excluded.master_key, public_key = excluded.public_key,
        added_at = pg_catalog.now(), refused_since = null
  returning team_key_pk into v_id;
  v_version := assay.advance_stream(p_tenant, v_id, null, 1);
  perform assay.write_event(p_tenant, v_id, v_version + 1, pg_catalog.clock_timestamp(), 61::smallint, 0::smallint,
    null, null, null, null, pg_catalog.jsonb_build_object('team_id', p_team, 'key_id', p_key));
  return v_id;
end $$;

create function assay.remove_team_key(p_tenant bigint, p_team text, p_key text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint;
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  delete from assay.team_keys where tenant_id = p_tenant and team_id = p_team and key_id = p_key
  returning team_key_pk into v_id;
  if v_id is null then
    return false;
  end if;
  v_version := assay.advance_stream(p_tenant, v_id, null, 1);
  perform assay.write_event(p_tenant, v_id, v_version + 1, pg_catalog.clock_timestamp(), 62::smallint, 0::smallint,
    null, null, null, null, pg_catalog.jsonb_build_object('team_id', p_team, 'key_id', p_key));
  return true;
end $$;

-- The tenant is told when Apple begins to refuse a credential, and when it works again: once each.
create function assay.mark_team_key(p_tenant bigint, p_team text, p_key text, p_refused boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint;
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  update assay.team_keys set refused_since = case when p_refused then pg_catalog.now() end
  where tenant_id = p_tenant and team_id = p_team and key_id = p_key and (refused_since is not null) <> p_refused
  returning team_key_pk into v_id;
  if v_id is null then
    return false;
  end if;
  v_version := assay.advance_stream(p_tenant, v_id, null, 1);
  perform assay.write_event(p_tenant, v_id, v_version + 1, pg_catalog.clock_timestamp(),
    (case when p_refused then 63 else 64 end)::smallint, 0::smallint, null, null, null, null,
    pg_catalog.jsonb_build_object('team_id', p_team, 'key_id', p_key));
  return true;
end $$;

create function assay.reseal_team_key(p_tenant bigint, p_team text, p_key text, p_old bytea, p_sealed bytea, p_master text)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform assay.require_tenant(p_tenant);
  update assay.team_keys set sealed = p_sealed, master_key = p_master
  where tenant_id = p_tenant and team_id = p_team and key_id = p_key and sealed = p_old;
  return found;
end $$;

grant execute on function assay.put_team_key, assay.remove_team_key to assay_api;
grant execute on function assay.mark_team_key, assay.reseal_team_key to assay_worker;
alter function assay.put_team_key owner to assay_definer;
alter function assay.remove_team_key owner to assay_definer;
alter function assay.mark_team_key owner to assay_definer;
alter function assay.reseal_team_key owner to assay_definer;
