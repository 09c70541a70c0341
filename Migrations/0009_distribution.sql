-- On a database with the Citus extension every table is distributed by tenant; elsewhere this does nothing.
-- In the order of the foreign keys; tables that are distributed already are left alone.
do $$
declare
  v_table text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  execute $sql$select create_reference_table('assay.event_types')
    where not exists (select from pg_dist_partition where logicalrelid = 'assay.event_types'::regclass)$sql$;
  foreach v_table in array array[
    'tenants', 'tenant_secrets', 'apps', 'accounts', 'keys', 'key_state', 'challenges', 'attestation_submissions',
    'receipts', 'streams', 'events', 'idempotency_keys', 'challenge_mac_keys']
  loop
    execute format(
      $sql$select create_distributed_table('assay.%1$I', 'tenant_id', colocate_with => %2$L)
        where not exists (select from pg_dist_partition where logicalrelid = 'assay.%1$I'::regclass)$sql$,
      v_table, case when v_table = 'tenants' then 'default' else 'assay.tenants' end);
  end loop;
  for v_table in
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'assay' and p.prosecdef and 'p_tenant' = any (p.proargnames)
  loop
    execute format(
      $sql$select create_distributed_function(%L, 'p_tenant', colocate_with => 'assay.tenants', force_delegation => true)$sql$,
      v_table);
  end loop;
end $$;
