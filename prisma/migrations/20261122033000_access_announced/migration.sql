-- Every change of what a token may do is announced, whoever makes it: processes remember tokens until they hear of one.
CREATE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('flightline_live', '{"channel":"access"}');
  RETURN NULL;
END $$;

CREATE TRIGGER announce_access AFTER INSERT ON "revoked_token"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access();
CREATE TRIGGER announce_access AFTER UPDATE OR DELETE ON "api_client"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access();
CREATE TRIGGER announce_access AFTER INSERT OR UPDATE OR DELETE ON "seat_member"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access();
CREATE TRIGGER announce_access AFTER UPDATE OR DELETE ON "seat"
  FOR EACH STATEMENT EXECUTE FUNCTION announce_access();
