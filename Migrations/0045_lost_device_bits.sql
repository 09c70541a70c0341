-- A call whose worker was lost with it (killed, cut off) was cleared away without a word: the feed did not have an update
-- that Apple may have carried out. It ends now like any other whose outcome is not known.

-- Ends a call whose lease is over. The device token goes, the turn is free, an update is recorded as failed with the key
-- that the worker would have taken, and whoever waits is woken. False when there is no such call.
create function assay.abandon_device_bits(p_tenant bigint, p_call bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_call record;
  v_stream bigint;
begin
  perform assay.require_tenant(p_tenant);
  update assay.device_bits_calls c
  set state = 2, answer = '{"answer":"unreachable"}', ended_at = pg_catalog.clock_timestamp(), device_token = null,
    lease_owner = null, lease_expires_at = null
  where c.tenant_id = p_tenant and c.call_id = p_call and c.state = 1
    and c.lease_expires_at <= pg_catalog.clock_timestamp()
  returning * into v_call;
  if not found then
    return false;
  end if;
  if v_call.kind = 2 then
    select k.team_key_pk into v_stream from assay.team_keys k
    where k.tenant_id = p_tenant and k.team_id = v_call.team_id order by k.added_at desc limit 1;
    if found then
      perform assay.append_events(p_tenant, v_stream, null, array[147]::smallint[], array[v_call.app_pk],
        array['worker_lost'],
        array[pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
          'environment', v_call.environment, 'bit0', v_call.bit0, 'bit1', v_call.bit1))], v_call.correlation_id);
    end if;
    perform pg_catalog.set_config('app.tenant', '0', true);
    delete from assay.device_bits_turns t
    where t.tenant_id = 0 and t.team_id = v_call.team_id and t.environment = v_call.environment
      and t.holder_tenant = p_tenant and t.holder_call = p_call;
    perform pg_catalog.set_config('app.tenant', p_tenant::text, true);
    perform pg_catalog.pg_notify('assay_device_bits_asked', '');
  end if;
  perform pg_catalog.pg_notify('assay_device_bits_ended', p_tenant || ':' || p_call);
  return true;
end $$;

grant execute on function assay.abandon_device_bits to assay_worker;
alter function assay.abandon_device_bits owner to assay_definer;
