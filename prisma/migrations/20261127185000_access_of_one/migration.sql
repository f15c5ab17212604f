-- An announcement says whose access has changed, so that a seat that changes its clients often does not make processes
-- forget what the tokens of others may do. Only what access depends on is announced.
CREATE OR REPLACE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  -- Processes of the version before forget everything when they hear this.
  PERFORM pg_notify('flightline_live', '{"channel":"access"}');
  PERFORM pg_notify('flightline_live',
    '{"channel":"access_change","payload":' || json_build_object(TG_ARGV[0], changed -> TG_ARGV[1]) || '}');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_access AFTER INSERT ON "revoked_token"
  FOR EACH ROW EXECUTE FUNCTION announce_access('jti', 'jti');

CREATE OR REPLACE TRIGGER announce_access AFTER UPDATE ON "api_client"
  FOR EACH ROW WHEN (
    (OLD.user_id, OLD.seat_id, OLD.realms, OLD.wire, OLD.seat_only, OLD.revoked_at, OLD.suspended_at) IS DISTINCT FROM
    (NEW.user_id, NEW.seat_id, NEW.realms, NEW.wire, NEW.seat_only, NEW.revoked_at, NEW.suspended_at)
  ) EXECUTE FUNCTION announce_access('clientId', 'id');
CREATE TRIGGER announce_access_deleted AFTER DELETE ON "api_client"
  FOR EACH ROW EXECUTE FUNCTION announce_access('clientId', 'id');

CREATE OR REPLACE TRIGGER announce_access AFTER INSERT OR UPDATE OR DELETE ON "seat_member"
  FOR EACH ROW EXECUTE FUNCTION announce_access('userId', 'user_id');

CREATE OR REPLACE TRIGGER announce_access AFTER UPDATE ON "seat"
  FOR EACH ROW WHEN (
    (OLD.read_only, OLD.legal_compliance_country) IS DISTINCT FROM (NEW.read_only, NEW.legal_compliance_country)
  ) EXECUTE FUNCTION announce_access('seatId', 'id');
CREATE TRIGGER announce_access_deleted AFTER DELETE ON "seat"
  FOR EACH ROW EXECUTE FUNCTION announce_access('seatId', 'id');
