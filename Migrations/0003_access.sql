-- Who may do what. Row-level security knows one expression; only SET LOCAL app.tenant opens a tenant's rows.
-- The programs read; everything is written by functions that assay_definer owns, to which the same security applies.

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'tenants', 'tenant_secrets', 'apps', 'accounts', 'keys', 'key_state', 'challenges', 'attestation_submissions',
    'receipts', 'streams', 'events', 'idempotency_keys', 'challenge_mac_keys']
  loop
    execute format('alter table assay.%I enable row level security', v_table);
    execute format(
      $policy$create policy tenant_rows on assay.%I
        using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)$policy$, v_table);
  end loop;
end $$;

grant usage on schema assay to assay_definer, assay_api, assay_worker, assay_analyst;
grant create on schema assay to assay_definer; -- to own functions in it
grant usage on sequence assay.id_seq, assay.event_seq to assay_definer;

grant select on assay.event_types to assay_definer, assay_api, assay_worker, assay_analyst;
grant select on assay.tenants, assay.apps, assay.accounts, assay.keys, assay.key_state, assay.receipts, assay.streams,
  assay.events to assay_api, assay_worker, assay_analyst;
grant select (tenant_id, secret_id, name, scopes, created_at, revoked_at) on assay.tenant_secrets
  to assay_worker, assay_analyst;

grant select, insert on assay.events to assay_definer; -- append-only
grant select, insert on assay.accounts, assay.attestation_submissions, assay.challenge_mac_keys to assay_definer;
grant select, insert, delete on assay.idempotency_keys to assay_definer;
grant update (status, content_type, body) on assay.idempotency_keys to assay_definer;
grant delete on assay.challenge_mac_keys to assay_definer;
grant select, insert on assay.tenants, assay.tenant_secrets, assay.apps, assay.keys, assay.key_state, assay.challenges,
  assay.receipts, assay.streams to assay_definer;
grant update (status, name, feed_epoch, system_identifier) on assay.tenants to assay_definer;
grant update (revoked_at) on assay.tenant_secrets to assay_definer;
grant update (environments, platforms, policy, version, updated_at, deleted_at) on assay.apps to assay_definer;
grant update (revoked_at, revocation_reason) on assay.keys to assay_definer;
grant update (counter, version, status, shows_extension) on assay.key_state to assay_definer;
grant update (claimed_at, claim) on assay.challenges to assay_definer;
grant update (version) on assay.streams to assay_definer;
grant update on assay.receipts to assay_definer;

revoke all on all functions in schema assay from public;
grant execute on function assay.make_partitions(timestamptz) to assay_api, assay_worker;
grant execute on function assay.drop_partitions(text, timestamptz) to assay_worker;
alter default privileges in schema assay revoke execute on functions from public;
-- The default above is per creating role, and PUBLIC's built-in right can only be taken away for a whole role.
alter default privileges revoke execute on functions from public;
