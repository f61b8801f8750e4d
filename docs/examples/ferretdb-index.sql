-- FerretDB 1.24 over PostgreSQL asks for a document by `_jsonb->'_id' @> value`. Its own index on that expression is a B-tree,
-- which does not serve @>, so that each find reads the whole table. With this each of its indexes gets one beside it that does.
-- Once, as a superuser, in the database that FerretDB uses, before it makes a collection:
--   psql -d ferretdb -f ferretdb-index.sql
-- FerretDB passes names as parameters: the server must plan each statement anew (plan_cache_mode=force_custom_plan).
CREATE FUNCTION index_documents() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE made record;
BEGIN
  FOR made IN
    SELECT i.indrelid::regclass AS collection, pg_get_indexdef(c.objid, 1, true) AS expression
    FROM pg_event_trigger_ddl_commands() c
    JOIN pg_index i ON i.indexrelid = c.objid
    JOIN pg_class k ON k.oid = c.objid
    JOIN pg_am m ON m.oid = k.relam
    WHERE c.object_type = 'index' AND m.amname = 'btree' AND i.indnatts = 1
  LOOP
    IF made.expression LIKE '%_jsonb%' THEN
      EXECUTE format(
        'CREATE INDEX ON %s USING gin ((%s) jsonb_path_ops) WITH (fastupdate = off)', made.collection, made.expression);
    END IF;
  END LOOP;
END $$;

CREATE EVENT TRIGGER index_documents ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION index_documents();
