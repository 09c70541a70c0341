-- On a database with the Citus extension the tables of the device API are distributed as well; elsewhere this does nothing.
do $$
declare
  v_name text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  foreach v_name in array array['device_sites', 'device_settings', 'device_accounts', 'device_tokens', 'device_creations']
  loop
    execute format(
      $sql$select create_distributed_table('assay.%1$I', 'tenant_id', colocate_with => 'assay.tenants')
        where not exists (select from pg_dist_partition where logicalrelid = 'assay.%1$I'::regclass)$sql$, v_name);
  end loop;
  -- Not the two that write under tenant 0 or only read numbers: they run where they are called.
  foreach v_name in array array['create_device_account', 'device_credential', 'delete_device_account',
    'issue_device_token', 'revoke_device_token', 'refuse_device_attestation', 'change_device_settings']
  loop
    execute format(
      $sql$select create_distributed_function(%L, 'p_tenant', colocate_with => 'assay.tenants', force_delegation => true)$sql$,
      (select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'assay' and p.proname = v_name));
  end loop;
end $$;
