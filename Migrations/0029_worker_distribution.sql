-- On a database with the Citus extension the worker's tables are distributed as well; elsewhere this does nothing.
do $$
declare
  v_name text;
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  foreach v_name in array array['jobs', 'queue_pauses', 'workers', 'receipt_refresh', 'risk_observations',
    'risk_thresholds', 'feed_checkpoints', 'team_keys']
  loop
    execute format(
      $sql$select create_distributed_table('assay.%1$I', 'tenant_id', colocate_with => 'assay.tenants')
        where not exists (select from pg_dist_partition where logicalrelid = 'assay.%1$I'::regclass)$sql$, v_name);
  end loop;
  foreach v_name in array array['enrol_receipts', 'store_refreshes', 'requeue_receipts', 'set_risk_threshold',
    'pause_queue', 'resume_queue', 'put_team_key', 'remove_team_key', 'mark_team_key', 'reseal_team_key']
  loop
    execute format(
      $sql$select create_distributed_function(%L, 'p_tenant', colocate_with => 'assay.tenants', force_delegation => true)$sql$,
      (select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'assay' and p.proname = v_name));
  end loop;
end $$;
