-- Puts the receipts of accounts that show signals before the others: accounts of the given keys that have had p_many keys
-- attested in thirty days, and accounts that reported an unsupported device since an instant. A question that was put
-- brings the usual order back.
create function assay.raise_flagged(p_tenant bigint, p_keys bigint[], p_many integer, p_since timestamptz)
returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_accounts bigint[];
  v_raised integer;
begin
  perform assay.require_tenant(p_tenant);
  select array_agg(flagged.account_pk) into v_accounts from (
    select f.account_pk from (
      select distinct n.account_pk from assay.receipt_refresh n
      where n.tenant_id = p_tenant and n.key_pk = any (p_keys)) f
    where (select pg_catalog.count(*) from assay.receipt_refresh r
           where r.tenant_id = p_tenant and r.account_pk = f.account_pk
             and r.attested_at > pg_catalog.now() - interval '30 days') >= p_many
    union
    select a.account_pk from assay.admission_reports q
    join assay.accounts a on a.tenant_id = q.tenant_id and a.app_pk = q.app_pk and a.account_id = q.account_id
    where q.tenant_id = p_tenant and q.at > p_since and q.kind = 'unsupported') flagged;
  if v_accounts is null then
    return 0;
  end if;
  update assay.jobs j set priority = 0
  where j.tenant_id = p_tenant and j.queue = 'receipts' and j.state = 0 and j.priority > 0
    and j.subject = any (array(
      select r.key_pk from assay.receipt_refresh r where r.tenant_id = p_tenant and r.account_pk = any (v_accounts)));
  get diagnostics v_raised = row_count;
  return v_raised;
end $$;
grant execute on function assay.raise_flagged to assay_worker;
alter function assay.raise_flagged owner to assay_definer;

-- On a database with the Citus extension it runs where the tenant's rows are; elsewhere this does nothing.
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_function(
      'assay.raise_flagged(bigint,bigint[],integer,timestamptz)', 'p_tenant', colocate_with => 'assay.tenants',
      force_delegation => true);
  end if;
end $$;
