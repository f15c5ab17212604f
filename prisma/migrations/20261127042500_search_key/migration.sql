-- The text by which `search` compares names: in lower case, letters without their accents. The extension unaccent would
-- do the same, but is not immutable and is missing on some managed databases. Most names are ASCII and take the short way.
CREATE FUNCTION search_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(name) = length(name) THEN lower(name)
  ELSE translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]+', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđðþı', 'olddti') END;
