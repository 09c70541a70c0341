-- The public halves of master keys: with one of them a program seals what it cannot open. The newest one is in force.

create table assay.sealing_keys (
  tenant_id bigint not null default 0 check (tenant_id = 0), -- they serve all tenants
  fingerprint text not null, -- of the master key
  public_key bytea not null check (length(public_key) = 65), -- X9.63 point
  published_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, fingerprint)
);
-- It holds nothing of any tenant, and every tenant's secrets are sealed with it: no row-level security.
grant select on assay.sealing_keys to assay_api, assay_worker, assay_analyst, assay_definer;
-- Whoever holds the master key publishes; the device-facing program never does.
grant insert on assay.sealing_keys to assay_worker;
grant update (published_at) on assay.sealing_keys to assay_worker;

-- What is sealed for a key that is no longer in force is refused: nobody would open it after the next restart.
create function assay.require_sealing_key(p_fingerprint text) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_newest text;
begin
  select k.fingerprint into v_newest from assay.sealing_keys k where k.tenant_id = 0
  order by k.published_at desc limit 1;
  if v_newest is not null and v_newest <> p_fingerprint then
    raise exception using errcode = 'AS424', message = 'it is sealed for another master key than the one in force';
  end if;
end $$;
grant execute on function assay.require_sealing_key to assay_definer;

-- As before (0022), and only what the master key in force opens.
create or replace function assay.put_team_key(
  p_tenant bigint, p_team text, p_key text, p_public bytea, p_sealed bytea, p_master text
) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id bigint := pg_catalog.nextval('assay.id_seq');
  v_version bigint;
begin
  perform assay.require_tenant(p_tenant);
  perform assay.require_sealing_key(p_master);
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
