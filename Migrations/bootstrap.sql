-- Roles of Assay. Run once per cluster and database by a superuser (`assay migrate --bootstrap`); safe to run again.
-- Passwords are set by the caller afterwards, or authentication is left to pg_hba.conf (peer).
--
--   assay_owner    owns the schema and every table, runs the migrations
--   assay_definer  cannot log in; owns the functions that write; row-level security applies to it
--   assay_api      calls those functions, reads its tenant's rows
--   assay_worker   the same, and drops old partitions
--   assay_analyst  reads, one tenant at a time
do $$
declare
  v_role text;
begin
  foreach v_role in array array['assay_owner', 'assay_api', 'assay_worker', 'assay_analyst'] loop
    if not exists (select from pg_roles where rolname = v_role) then
      execute format('create role %I login nosuperuser nocreatedb nocreaterole nobypassrls', v_role);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'assay_definer') then
    create role assay_definer nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this cluster is being prepared at the same moment
end $$;

do $$
begin
  if not pg_has_role('assay_owner', 'assay_definer', 'member') then
    grant assay_definer to assay_owner;
  end if;
  execute format('grant connect on database %I to assay_owner, assay_api, assay_worker, assay_analyst', current_database());
  execute format('grant create on database %I to assay_owner', current_database());
end $$;
